import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Makes all others who want the turn of this name wait until this transaction has ended, in whichever process they are
 * (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS).
 */
export async function takeTurn(transaction: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
