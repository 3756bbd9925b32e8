import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { invalidField, type PortalError, tooLarge } from '../../platform/errors.ts';

/** Size, hash and content type of a stream that has ended. */
export type Inspected = { size: number; sha256: Buffer; contentType: string };

/** Number of leading bytes for type detection; enough for most file types. */
const sampleBytes = 4100;

/** Passes bytes through and inspects them; 413 when they exceed `maxBytes`. Call `result` after the stream ends. */
export function createInspection(maxBytes: number) {
  const hash = createHash('sha256');
  const sample: Buffer[] = [];
  let size = 0;

  async function* pass(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      if (size < sampleBytes) sample.push(chunk.subarray(0, sampleBytes - size));
      size += chunk.length;
      if (size > maxBytes) throw fileTooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  }

  async function result(): Promise<Inspected> {
    return { size, sha256: hash.digest(), contentType: await findContentType(Buffer.concat(sample)) };
  }

  return { pass, result };
}

/** Content type from the leading bytes, never from the name. All text is text/plain, including HTML and scripts. */
async function findContentType(sample: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  return found?.mime ?? (isText(sample) ? 'text/plain' : 'application/octet-stream');
}

function isText(sample: Buffer): boolean {
  try {
    // The sample may end within a multibyte character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return !/(?![\t\n\f\r])\p{Cc}/u.test(text);
  } catch {
    return false;
  }
}

/** 413: the file is larger than `maxBytes`. */
export function fileTooLarge(maxBytes: number): PortalError {
  return tooLarge(`Over the ${formatBytes(maxBytes)} limit`);
}

const longest = 255;

/** Control and bidirectional override characters; the latter can display "exe.pdf" as "fdp.exe". */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Three characters that multipart forms percent-encode in names (HTML standard, multipart/form-data). */
const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0A': '', '%0D': '' };

/**
 * File name from the client, in any script, without folders and control characters. Throws 400 when it is too long for
 * a file system. The form's parser (busboy) already removes folders by default; this does not rely on that.
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

const units = ['Bytes', 'KB', 'MB', 'GB', 'TB'];

/** Formats a size as "25 MB", with at most two decimals. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}
