import { createHash, type Hash } from 'node:crypto';
import type pg from 'pg';
import type { Database } from '../../platform/database.ts';
import type { FileStorage } from '../../platform/storage.ts';

/** An attached file as its row describes it. */
export type KnownFile = { id: string; sha256: Buffer };

/** `missing`: the source does not have the file. `damaged`: its bytes are not those that were uploaded. */
export type CopyResult = 'copied' | 'present' | 'missing' | 'damaged';

/** Storage key of an attached file, distributed over subfolders so that no folder grows without bound. */
export function keyOf(id: string): string {
  return `${id.slice(0, 2)}/${id}`;
}

/** All attached files that a transaction sees, by id. */
export async function selectFiles(client: pg.ClientBase | pg.Pool): Promise<KnownFile[]> {
  return (await client.query<KnownFile>('select id, sha256 from attachments order by id')).rows;
}

/** A file's row; undefined if it was deleted. */
export function findFile(db: Database, id: string): Promise<KnownFile | undefined> {
  return db.selectFrom('attachments').select(['id', 'sha256']).where('id', '=', id).executeTakeFirst();
}

/**
 * Copies a file from one storage to another and compares the bytes with the hash of its row. A file that the target
 * already has is only compared, so a copy that was interrupted can be repeated. Damaged bytes are not left in the target.
 */
export async function copyFile(from: FileStorage, to: FileStorage, { id, sha256 }: KnownFile): Promise<CopyResult> {
  const key = keyOf(id);
  if (await hasFile(to, { id, sha256 })) return 'present';
  const source = await from.read(key);
  if (source === undefined) return 'missing';
  const hash = createHash('sha256');
  await to.write(key, hashed(source.content, hash));
  if (sha256.equals(hash.digest())) return 'copied';
  await to.remove(key);
  return 'damaged';
}

/** Whether the storage has exactly the bytes that were uploaded. Reads them. */
export async function hasFile(storage: FileStorage, { id, sha256 }: KnownFile): Promise<boolean> {
  const stored = await storage.read(keyOf(id));
  if (stored === undefined) return false;
  const hash = createHash('sha256');
  for await (const chunk of stored.content) hash.update(chunk);
  return sha256.equals(hash.digest());
}

/** Passes content on unchanged and adds it to a hash. */
export async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
