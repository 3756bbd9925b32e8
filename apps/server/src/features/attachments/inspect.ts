import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { tooLarge } from '../../platform/errors.ts';
import { formatBytes } from './format-bytes.ts';

/** What is known of bytes once they have passed by. */
export type Inspected = { size: number; sha256: Buffer; contentType: string };

/** Enough of the beginning for most kinds of files to be known by. */
const sampleBytes = 4100;

/** Lets bytes pass, looking at them: 413 when they are more than `maxBytes`. Ask `result` when all have passed. */
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

/** The kind of content by its beginning, never by a name. Whatever is text is plain text: HTML and scripts as well. */
async function findContentType(sample: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  return found?.mime ?? (isText(sample) ? 'text/plain' : 'application/octet-stream');
}

function isText(sample: Buffer): boolean {
  try {
    // The sample may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return !/(?![\t\n\f\r])\p{Cc}/u.test(text);
  } catch {
    return false;
  }
}
