import { setTimeout as delay } from 'node:timers/promises';
import { syncOrders } from '@portal/contract/orders';
import fc from 'fast-check';
import { afterAll, expect, onTestFailed, test } from 'vitest';
import { startSyncFixture } from './features/sync/testing/sync-fixture.ts';
import { hourMs } from './platform/clock.ts';
import { startTestApp } from './testing/app.ts';
import { createTestClock } from './testing/clock.ts';
import { startDistantDatabase } from './testing/distant-database.ts';
import { forkPortal } from './testing/fork-portal.ts';
import { createAssigning } from './testing/killed/assigning.ts';
import { createInviting } from './testing/killed/inviting.ts';
import { createSyncing } from './testing/killed/syncing.ts';
import { createUploading } from './testing/killed/uploading.ts';

const fixture = await startSyncFixture(
  { data: { generate: { orders: 3000, customers: 50, seed: 17 } } },
  { concurrency: 2 },
);
const { app, config, control, database } = fixture;
const distant = await startDistantDatabase(config.databaseUrl);
afterAll(async () => {
  await distant.close();
  await fixture.close();
});

const kills = Number(process.env.KILLS ?? 3);
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Milliseconds from the first response of each kind, except the slow syncs, until the portal is killed. */
const moments = fc.sample(fc.noBias(fc.integer({ min: 0, max: 300 })), { seed, numRuns: kills });

test(`killed at ${kills} moments of syncs, uploads, invitations and assignments: nothing is lost, duplicated or incomplete`, {
  timeout: 60_000 + kills * 30_000,
}, async () => {
  onTestFailed(() => console.error(`KILLS=${kills} KILL_SEED=${seed}: killed after ${moments.join(', ')} ms`));
  const admin = await app.signIn('admin');
  await app.call(syncOrders, { token: admin.token });
  await control.change({ latency: { query: { minimum: 0, maximum: 20 } } });
  const orders = await app.database.db.selectFrom('sales_orders').select('id').orderBy('id').limit(4).execute();
  const ids = orders.map(({ id }) => id);
  const syncing = createSyncing(fixture, admin, ids);
  const others = [
    createUploading(app, admin, ids),
    await createInviting(app, admin, config.serverKey),
    createAssigning(app, admin, config.serverKey, ids),
  ];
  for (const moment of moments) {
    distant.setDistance(0);
    const portal = await forkPortal({ ...config, databaseUrl: distant.url, databaseConnections: 30 });
    // Adds latency, so that most kills occur within a transaction.
    distant.setDistance(5);
    const asked: Promise<void>[] = [];
    asked.push(syncing.ask(portal.url, () => undefined));
    const answered = others.map(
      (work) => new Promise<void>((resolve) => void asked.push(work.ask(portal.url, resolve))),
    );
    await Promise.race([Promise.all(answered), Promise.all(asked)]);
    await delay(moment);
    await portal.kill();
    await Promise.all(asked);
  }
  // After two hours no upload counts as in progress.
  const clock = createTestClock(new Date(Date.now() + 3 * hourMs));
  const next = await startTestApp({ database, config, clock });
  const unclaimed = () => database.database.db.selectFrom('unclaimed_files').select('id').execute();
  await expect.poll(unclaimed).toEqual([]);
  for (const work of [syncing, ...others]) await work.check();
  await next.close();
});
