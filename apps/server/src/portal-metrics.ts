import { Counter, type Registry } from 'prom-client';
import type { MailOutcome } from './jobs/send-mail.ts';
import type { DatabaseClient } from './platform/database.ts';
import { addGauge } from './platform/metrics.ts';
import { runSql, sql } from './platform/sql.ts';
import type { Readiness } from './readiness.ts';

/** Adds metrics of the database, the job queue, mails and the storage. Returns a function that counts a mail. */
export function addPortalMetrics(
  registry: Registry,
  { database: { db, pool }, readiness }: { database: DatabaseClient; readiness: Readiness },
): (outcome: MailOutcome) => void {
  addGauge(
    registry,
    'database_connections_in_use',
    'Database connections of this process that run or hold something',
    () => [{ value: pool.totalCount - pool.idleCount }],
  );
  addGauge(registry, 'database_connections_max', 'Database connections that this process may open', () => [
    { value: pool.options.max ?? 0 },
  ]);
  addGauge(registry, 'database_callers_waiting', 'Callers in this process that wait for a database connection', () => [
    { value: pool.waitingCount },
  ]);
  addGauge(registry, 'database_size_bytes', 'Size of the database', async () => {
    const rows = await runSql<{ bytes: string }>(db, sql`select pg_database_size(current_database()) as bytes`);
    return rows.map(({ bytes }) => ({ value: Number(bytes) }));
  });
  addGauge(registry, 'attached_files_bytes', 'Size of all attached files', async () => {
    const rows = await runSql<{ bytes: string }>(db, sql`select coalesce(sum(size), 0) as bytes from attachments`);
    return rows.map(({ bytes }) => ({ value: Number(bytes) }));
  });
  addGauge(
    registry,
    'portal_ready',
    '1 while the database, its migrations, the job queue and the storage can be used',
    () =>
      readiness.check().then(
        () => [{ value: 1 }],
        () => [{ value: 0 }],
      ),
  );
  const due = () => {
    const statement = sql`
      select name as queue, count(*) as jobs, extract(epoch from now() - min(start_after)) as seconds
      from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`;
    return runSql<{ queue: string; jobs: string; seconds: string }>(db, statement);
  };
  addGauge(
    registry,
    'jobs_due',
    'Jobs whose time has come and that have not started, by queue, in all processes',
    async () => (await due()).map(({ queue, jobs }) => ({ labels: { queue }, value: Number(jobs) })),
    ['queue'],
  );
  addGauge(
    registry,
    'jobs_oldest_due_seconds',
    'How long the oldest of these jobs has been due, by queue',
    async () => (await due()).map(({ queue, seconds }) => ({ labels: { queue }, value: Number(seconds) })),
    ['queue'],
  );
  addGauge(registry, 'mails_queued', 'Mails that are not sent yet, those that wait for a retry included', async () => {
    const statement = sql`select count(*) as mails from pgboss.job where name = 'send-mail' and state < 'completed'`;
    const rows = await runSql<{ mails: string }>(db, statement);
    return rows.map(({ mails }) => ({ value: Number(mails) }));
  });
  const mails = new Counter({
    name: 'mail_attempts_total',
    help: 'Attempts to send a mail by this process: sent, failed (tried again), dropped (rejected or too late)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['sent', 'failed', 'dropped']) mails.inc({ outcome }, 0);
  return (outcome) => mails.inc({ outcome });
}
