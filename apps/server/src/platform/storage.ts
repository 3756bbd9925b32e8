import type { Readable } from 'node:stream';
import type { StorageTarget } from './storage-url.ts';

/** Where the bytes of files lie, under keys of ours. Nothing is ever held whole in memory. */
export type FileStorage = {
  /**
   * Writes what arrives under a key, to last. When `content` fails, that error is thrown; what had been written may be
   * there still: remove it.
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined when there is nothing under the key. Read the stream, or destroy it. `size` in bytes. */
  read(key: string): Promise<{ size: number; content: Readable } | undefined>;
  /** Also where there is nothing any more. */
  remove(key: string): Promise<void>;
};

/** Opens the storage and sees that it can be written; throws an error that names the variable where it cannot. */
export async function openStorage(target: StorageTarget): Promise<FileStorage> {
  const storage = await connect(target);
  const place = target.kind === 'folder' ? `the folder ${target.folder}` : `the bucket ${target.bucket}`;
  try {
    await storage.write(checkKey, check());
    await storage.remove(checkKey);
  } catch (error) {
    throw new Error(`STORAGE_URL: nothing can be stored in ${place} (${reasonOf(error)}).`, { cause: error });
  }
  return storage;
}

const checkKey = 'start-check';

async function* check() {
  yield Buffer.from('Written and removed at each start.');
}

async function connect(target: StorageTarget): Promise<FileStorage> {
  if (target.kind === 'folder') {
    const { createFolderStorage } = await import('./storage-folder.ts');
    return createFolderStorage(target.folder);
  }
  // Loaded where it is used: Amazon's client is large.
  const { createS3Storage } = await import('./storage-s3.ts');
  return createS3Storage(target);
}

/** A system's or Amazon's short word for it; never a message, which may hold an address or a key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
