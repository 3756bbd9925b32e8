import { transactionWithLock } from '../../platform/advisory-lock.ts';
import type { Database } from '../../platform/database.ts';

/** Name of the advisory lock for changes of users and groups. */
export const peopleLock = 'people';

/**
 * Runs a transaction that changes or deletes users, or renames groups. Only one runs at a time, because its checks
 * depend on several rows: that an administrator remains, that parents form no cycle, and that group names are unique.
 * Throws 503 like `transactionWithLock`.
 */
export function changePeople<Result>(db: Database, work: (transaction: Database) => Promise<Result>): Promise<Result> {
  return transactionWithLock(db, peopleLock, work);
}
