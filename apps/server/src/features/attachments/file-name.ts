import { invalidField } from '../../platform/errors.ts';

const longest = 255;

/** Control characters, and those that turn the direction of a text round, so that "exe.pdf" can be "fdp.exe". */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Forms carry three characters of a name in this way (HTML standard, multipart/form-data). */
const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0A': '', '%0D': '' };

/**
 * The name of a file as its sender gave it, in any script, without folders and control characters. 400 when it is
 * longer than a file system would take.
 */
export function cleanFileName(sent: string): string {
  const name = sent
    .replaceAll(/%22|%0A|%0D/g, (sequence) => escapes[sequence] ?? '')
    .replaceAll(controls, '')
    .replace(/^.*[/\\]/su, '');
  if (/^(\s*|\.\.?)$/u.test(name)) return 'file';
  if ([...name].length <= longest) return name;
  throw invalidField('file', `The name of the file must be at most ${longest} characters long.`);
}

/** `Content-Disposition` that saves under this name (RFC 6266), with an approximation for those who know ASCII alone. */
export function attachmentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
