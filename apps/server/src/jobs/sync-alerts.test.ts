import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { decideHeldDeletions, getSyncOverview, type MirrorState } from '@portal/contract/sync';
import { afterAll, expect, test } from 'vitest';
import { checkAlerts } from '../features/sync/service.ts';
import { startSyncFixture } from '../features/sync/testing/sync-fixture.ts';
import { holdDeletions } from '../features/sync/unresolved-queries.ts';
import { hourMs } from '../platform/clock.ts';
import { deriveKey } from '../platform/crypto.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { readQueuedMail } from '../testing/queued-mail.ts';
import { renderMail } from './mail/mails.ts';
import { createOutbox } from './send-mail.ts';

const { app, control, config, database, close } = await startSyncFixture({
  data: { generate: { orders: 120, customers: 5, seed: 5 } },
});
/** A second process on the same database. */
const second = await startTestApp({ database, config, clock: app.clock });
afterAll(async () => {
  await second.close();
  await close();
});
const { token, ...admin } = await app.signIn('admin');
const other = await app.createUser({ role: 'admin' });
await app.createUser({ role: 'member' });
await app.createUser({ role: 'admin', expiresAt: new Date(app.clock.now().getTime() - 1) });
await app.call(syncCustomers, { token });
await app.call(syncOrders, { token });

/** Checks as the jobs of both processes at the same moment, several times. */
async function check(): Promise<void> {
  const run = ({ portal }: TestApp) => {
    const { database: own, queue, clock } = portal.dependencies;
    const outbox = createOutbox(queue, deriveKey(config.serverKey, 'queued mail'));
    const overview = async () => (await app.call(getSyncOverview, { token })).body;
    return checkAlerts({ db: own.db, clock, outbox, publicUrl: config.publicUrl, overview });
  };
  await Promise.all([app, second, app, second].map(run));
}
let known = 0;
/** Alerts since the last call, with their texts. */
async function newAlerts() {
  const mails = await readQueuedMail(app.database.pool, config.serverKey);
  const alerts = mails.filter((mail) => mail.kind === 'sync-alert').slice(known);
  known += alerts.length;
  return Promise.all(alerts.map(async (mail) => ({ ...mail, ...(await renderMail(mail)) })));
}

test('a stale mirror is mailed once to each active administrator, and once when it is over', async () => {
  await check();
  expect(await newAlerts()).toEqual([]);
  const { mirrors } = (await app.call(getSyncOverview, { token })).body;
  const since = mirrors.map(({ kind, freshAt }: MirrorState) => ({ kind, since: freshAt, records: 0 }));
  app.clock.advance(hourMs + 1);
  await check();
  await check();
  const raised = await newAlerts();
  expect(raised.map(({ to }) => to).sort()).toEqual([admin.email, other.email].sort());
  expect(raised[0]).toMatchObject({
    problem: 'stale',
    isOver: false,
    mirrors: since,
    subject: 'The mirror of NetSuite is out of date',
    text: expect.stringContaining('The last complete sync of sales orders was on'),
  });

  await app.call(syncOrders, { token });
  await check();
  expect(await newAlerts()).toEqual([]);
  await app.call(syncCustomers, { token });
  await check();
  await check();
  const over = await newAlerts();
  expect(over).toHaveLength(2);
  expect(over[0]).toMatchObject({ problem: 'stale', isOver: true, mirrors: [] });
  expect(over[0]?.subject).toBe('The mirror of NetSuite is up to date again');
});

test('a held deletion is mailed once, another one that is held meanwhile as well, and once when all were decided', async () => {
  await control.change({ restrictedTo: { salesOrder: [] } });
  expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'partial' });
  await check();
  await check();
  const raised = await newAlerts();
  expect(raised).toHaveLength(2);
  expect(raised[0]).toMatchObject({
    problem: 'held',
    isOver: false,
    mirrors: [{ kind: 'orders', records: 120 }],
    subject: 'A deletion waits for your decision',
    text: expect.stringContaining(`${config.publicUrl}/settings?tab=sync`),
  });

  app.clock.advance(1000);
  await holdDeletions(app.database.db, 'invoices', ['1', '2'], app.clock.now());
  await check();
  await check();
  const again = await newAlerts();
  expect(again).toHaveLength(2);
  expect(again[0]).toMatchObject({ problem: 'held', isOver: false });
  expect(again[0]?.text).toContain('2 invoices');
  expect(again[0]?.text).toContain('120 sales orders');

  await app.call(decideHeldDeletions, { token, params: { kind: 'orders' }, body: { decision: 'keep' } });
  await check();
  expect(await newAlerts()).toEqual([]);
  await app.call(decideHeldDeletions, { token, params: { kind: 'invoices' }, body: { decision: 'keep' } });
  await check();
  await check();
  expect(await newAlerts()).toMatchObject([
    { problem: 'held', isOver: true },
    { problem: 'held', isOver: true },
  ]);
});
