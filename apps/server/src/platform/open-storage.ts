import { randomUUID } from 'node:crypto';
import type { FileStorage, StorageTarget } from './storage.ts';

/** Opens the storage and checks that it is writable; otherwise throws an error that names the variable. */
export async function openStorage(target: StorageTarget): Promise<FileStorage> {
  const storage = await connect(target);
  const place = target.kind === 'folder' ? `the folder ${target.folder}` : `the bucket ${target.bucket}`;
  try {
    await checkStorage(storage);
  } catch (error) {
    throw new Error(`STORAGE_URL: nothing can be stored in ${place} (${reasonOf(error)}).`, { cause: error });
  }
  return storage;
}

/** Writes and removes a small file; throws if either fails. */
export async function checkStorage(storage: FileStorage): Promise<void> {
  // Processes that share a storage must not remove each other's.
  const key = `check-${randomUUID()}`;
  await storage.write(key, content());
  await storage.remove(key);
}

async function* content() {
  yield Buffer.from('Written and removed again to check the storage.');
}

async function connect(target: StorageTarget): Promise<FileStorage> {
  if (target.kind === 'folder') {
    const { createFolderStorage } = await import('./storage-folder.ts');
    return createFolderStorage(target.folder);
  }
  // Imported on demand, because Amazon's client is large.
  const { createS3Storage } = await import('./storage-s3.ts');
  return createS3Storage(target);
}

/** The error code of the system or of Amazon; never a message, which may contain an address or a key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
