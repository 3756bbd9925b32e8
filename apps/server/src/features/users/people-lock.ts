import { transactionWithLock } from '../../platform/advisory-lock.ts';
import type { Database } from '../../platform/database.ts';

/** Name of the advisory lock under which users and groups are changed. */
export const peopleLock = 'people';

/**
 * A transaction that changes or deletes users, or names groups. One runs at a time: whether an administrator is left, a
 * circle closes or two groups share a name depends on several rows together. Throws 503 as `transactionWithLock` does.
 */
export function changePeople<Result>(db: Database, work: (transaction: Database) => Promise<Result>): Promise<Result> {
  return transactionWithLock(db, peopleLock, work);
}
