import { type Clock, hourMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { FileStorage } from '../../platform/storage.ts';
import {
  deleteOfMissedOrders,
  findUnclaimed,
  hasOwner,
  insertUnclaimed,
  markMissedOrders,
  takeUnclaimed,
} from './unclaimed-queries.ts';

/** Where files are: their rows in the database, their bytes in the storage. */
export type StoredFiles = { db: Database; clock: Clock; log: Logger; storage: FileStorage };

/** No upload takes longer: the server cuts a request before. */
const MAX_UPLOAD_MS = 2 * hourMs;
/** So long files are kept of an order that has left the mirror. */
const keptWithoutOrderMs = 30 * 24 * hourMs;

/** Where the bytes of a file lie in the storage; folders that do not grow without end. */
export function keyOf(id: string): string {
  return `${id.slice(0, 2)}/${id}`;
}

/**
 * Removes the bytes of an id unless a row owns them. What cannot be removed now stays noted as unclaimed, for the next
 * `deleteOrphanedFiles`; never throws.
 */
export async function deleteOrphan({ db, log, storage }: StoredFiles, id: string): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      // An upload that is being committed holds the id: its row is there once it lets go.
      await takeUnclaimed(transaction, id);
      if (!(await hasOwner(transaction, id))) await storage.remove(keyOf(id));
    });
  } catch (error) {
    log.warn({ err: error, file: id }, 'the bytes of a file could not be removed yet');
  }
}

/** Removes what uploads and deletions left behind that did not end, and the files of orders that are long gone. */
export async function deleteOrphanedFiles(files: StoredFiles): Promise<void> {
  const { db, clock } = files;
  const now = clock.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await markMissedOrders(db, now);
  const gone = await db.transaction().execute(async (transaction) => {
    const ids = await deleteOfMissedOrders(transaction, ago(keptWithoutOrderMs));
    await insertUnclaimed(transaction, ids, now);
    return ids;
  });
  const left = await findUnclaimed(db, ago(MAX_UPLOAD_MS));
  for (const id of [...gone, ...left]) await deleteOrphan(files, id);
}
