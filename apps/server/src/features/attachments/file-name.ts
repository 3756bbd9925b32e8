import { invalidField } from '../../platform/errors.ts';

const longest = 255;

/** Control and bidirectional override characters; the latter can display "exe.pdf" as "fdp.exe". */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Three characters that multipart forms percent-encode in names (HTML standard, multipart/form-data). */
const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0A': '', '%0D': '' };

/**
 * File name from the client, in any script, without folders and control characters. Throws 400 when it is too long for
 * a file system.
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
