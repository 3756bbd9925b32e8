import type { Database } from '../../platform/database.ts';
import { takeTurn } from '../../platform/take-turn.ts';

/**
 * Makes others who want to change or delete users, or to name groups, wait until this transaction has ended: whether an
 * administrator is left, a circle closes or two groups share a name is seen by looking at several rows together.
 */
export async function lockPeople(transaction: Database): Promise<void> {
  await takeTurn(transaction, 'people');
}
