import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import { lockPeople } from '../people-lock.ts';

/**
 * Sends requests and holds all of them where they begin to change people, until each was let in by what its sender may
 * do at that moment; then lets them go. Answers as they come, in the order of the requests.
 */
export async function atOnce<Answer>(db: Database, requests: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers = await db.transaction().execute(async (transaction) => {
    await lockPeople(transaction);
    const sent = requests.map((send) => send());
    for (let waited = 0; (await countWaiting(transaction)) < requests.length; waited += 20) {
      if (waited > 10_000) throw new Error('not all requests got as far as the lock');
      await delay(20);
    }
    return { sent };
  });
  return Promise.all(answers.sent);
}

async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.waiting ?? 0;
}
