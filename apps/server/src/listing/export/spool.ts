import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Space for temporary files, shared by all exports of a process. */
export type SpoolSpace = { freeBytes: number };

const maxReadBytes = 65_536;

/**
 * Passes chunks through a temporary file, so that `source` is read at its own speed however slowly the result is read.
 * A file never takes more space than it leaves for others; beyond that, the source waits for the reader. `onEnd` has
 * completed when the result ends. An error of the source or of the file is thrown at its place in the result.
 */
export async function* spool(
  source: AsyncIterable<Uint8Array>,
  space: SpoolSpace,
  onEnd: () => Promise<void>,
): AsyncGenerator<Buffer> {
  const progress = new EventEmitter();
  let file: FileHandle | undefined;
  let [written, read] = [0, 0];
  let [isFilled, isClosed] = [false, false];

  async function fill(to: FileHandle): Promise<void> {
    for await (const chunk of source) {
      const isFull = () => written + chunk.length > space.freeBytes;
      while (isFull() && read < written && !isClosed) await once(progress, 'change');
      if (isClosed) return;
      if (isFull()) {
        // Everything was read, so the file starts over; a single chunk always fits.
        space.freeBytes += written;
        [written, read] = [0, 0];
      }
      await to.write(chunk, 0, chunk.length, written);
      written += chunk.length;
      space.freeBytes -= chunk.length;
      progress.emit('change');
    }
  }

  let filling: Promise<void> | undefined;
  try {
    file = await openTemporaryFile();
    filling = fill(file).finally(() => {
      isFilled = true;
      progress.emit('change');
    });
    filling.catch(() => undefined);
    for (;;) {
      if (read < written) {
        const { buffer, bytesRead } = await file.read({
          buffer: Buffer.allocUnsafe(Math.min(maxReadBytes, written - read)),
          position: read,
        });
        read += bytesRead;
        progress.emit('change');
        yield buffer.subarray(0, bytesRead);
      } else if (isFilled) {
        await filling;
        return;
      } else await once(progress, 'change');
    }
  } finally {
    isClosed = true;
    progress.emit('change');
    await filling?.catch(() => undefined);
    space.freeBytes += written;
    await file?.close();
    await onEnd();
  }
}

/** Deleted as soon as it is open, so that nothing remains of it, not even if the process is killed. */
async function openTemporaryFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `order-portal-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
