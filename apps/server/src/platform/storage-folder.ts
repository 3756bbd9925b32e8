import { once } from 'node:events';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FileStorage } from './storage.ts';

/** Stores files in a local folder, or one shared by several machines. */
export function createFolderStorage(folder: string): FileStorage {
  const driver = new FSDriver({ location: folder, visibility: 'private' });

  async function write(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(folder, key);
    // Not readable by other users of the machine.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Opened here and not by the driver, before the first byte is requested: content that fails immediately would
    // otherwise fail before the file exists, and the removal could come too early. Synced to disk, so that the file
    // survives a power loss if its row does.
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

  async function* list() {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const entry of entries) {
      if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
    }
  }

  return { write, read, remove: (key) => driver.delete(key), list };
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
