import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { tooLarge } from '../../platform/errors.ts';
import { formatBytes } from './format-bytes.ts';

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
      if (size > maxBytes) throw tooLarge(`Over the ${formatBytes(maxBytes)} limit`);
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
