import { PgBoss } from 'pg-boss';
import type { TestDatabase } from './database.ts';

/**
 * Simulates the passage of time after a portal was killed while it was sending these mails: their worker counts as dead,
 * and retries are due.
 */
export async function retryMailsOfDeadPortal(
  { database: { pool }, url }: TestDatabase,
  begun: readonly string[],
): Promise<void> {
  await pool.query("update pgboss.job set started_on = started_on - interval '10 minutes' where id = any($1)", [begun]);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, migrate: false });
  await boss.start();
  await boss.supervise('send-mail');
  await boss.stop();
  await pool.query("update pgboss.job set start_after = now() where name = 'send-mail' and state = 'retry'");
}
