import { syncCustomers } from '@portal/contract/customers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSyncFixture } from './features/sync/testing/sync-fixture.ts';
import { abortWorkload, requestWorkload, runAs } from './platform/workload.ts';
import { startTestApp } from './testing/app.ts';
import { createTestDatabase } from './testing/database.ts';
import { hasPgBouncer, startPgBouncer } from './testing/pgbouncer.ts';
import { runCommand } from './testing/run-command.ts';

// `skipIf` reports these tests as skipped where PgBouncer is not installed.
describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
  test('in transaction mode, portal and commands refuse to start and say why', async () => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const bouncer = await startPgBouncer(database.url, 'transaction');
    onTestFinished(bouncer.stop);
    const reason = /^DATABASE_URL leads to a connection pooler in transaction mode\. .*pool_mode = session\.$/m;
    await expect(startTestApp({ database, config: { databaseUrl: bouncer.url } })).rejects.toThrow(reason);
    const { code, output } = await runCommand(['user', 'list'], { DATABASE_URL: bouncer.url });
    expect(code).toBe(1);
    expect(output).toMatch(reason);
  });

  test('in session mode, the portal syncs, and cancels the query of a client that has gone', async () => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const bouncer = await startPgBouncer(database.url, 'session');
    onTestFinished(bouncer.stop);
    const { app, close } = await startSyncFixture(
      { data: { generate: { orders: 10, customers: 5, seed: 3 } } },
      { database, config: { databaseUrl: bouncer.url } },
    );
    onTestFinished(close);
    const { token } = await app.signIn('admin');
    const synced = await app.call(syncCustomers, { token });
    expect(synced.body).toMatchObject({ status: 'complete', fetched: 5 });

    const workload = requestWorkload('someone');
    const { pool } = app.portal.dependencies.database;
    const query = runAs(workload, () => pool.query("select pg_sleep(600), 'abandoned'"));
    const canceled = expect(query).rejects.toThrow('canceling statement due to user request');
    const running = () =>
      database.database.pool.query(
        "select from pg_stat_activity where query like '%abandoned%' and state = 'active' and pid <> pg_backend_pid()",
      );
    await expect.poll(async () => (await running()).rowCount).toBe(1);
    abortWorkload(workload);
    await canceled;
  });
});
