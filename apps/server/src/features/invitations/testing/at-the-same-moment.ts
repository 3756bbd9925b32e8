import { expect } from 'vitest';
import type { TestApp } from '../../../testing/app.ts';

/**
 * Locks a user's row until every request waits for it, one after the other, and then releases them: no request can have
 * seen the effects of an earlier one.
 */
export async function atTheSameMoment<Answer>(
  app: TestApp,
  userId: string,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const { pool } = app.database;
  const holder = await pool.connect();
  const answers: Promise<Answer>[] = [];
  try {
    await holder.query('begin');
    await holder.query('select id from users where id = $1 for update', [userId]);
    for (const call of calls) {
      answers.push(call());
      await expect.poll(waiting).toBe(answers.length);
    }
  } finally {
    await holder.query('commit');
    holder.release();
  }
  return Promise.all(answers);

  async function waiting(): Promise<number> {
    const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows[0]?.n ?? 0;
  }
}
