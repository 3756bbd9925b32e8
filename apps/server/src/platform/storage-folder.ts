import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FileStorage } from './storage.ts';

/** Files in a folder of this machine, or one that several machines share. */
export function createFolderStorage(folder: string): FileStorage {
  const driver = new FSDriver({ location: folder, visibility: 'private' });

  async function write(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(folder, key);
    // Nobody else on the machine is to look in.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Not by the driver, and open before the first byte is asked for: content that fails at once would else fail before
    // the file is made, and a removal could come too early. A row that says that the file is there must not outlive a
    // loss of power that the file does not.
    const handle = await open(path, 'w', 0o600);
    await pipeline(content, handle.createWriteStream({ flush: true }));
    await sync(dirname(path));
  }

  async function read(key: string) {
    try {
      const { contentLength } = await driver.getMetaData(key);
      const content = await driver.getStream(key);
      await once(content, 'open');
      return { size: contentLength, content };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  return { write, read, remove: (key) => driver.delete(key) };
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
