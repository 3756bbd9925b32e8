import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { afterAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../../../tools/free-port.ts';
import { readMirror, readSource } from '../sync/testing/records.ts';
import { startSyncFixture } from '../sync/testing/sync-fixture.ts';
import { feedSecret } from './testing/notify.ts';
import { runScript } from './testing/run-script.ts';
import type { ScriptRun } from './testing/script-host.ts';

// The scripts take the time from their own process, so the portal's clock has to run as well.
const clock = { now: () => new Date(), advance: () => undefined };
const { app, control, close } = await startSyncFixture(
  { data: { generate: { orders: 60, customers: 10, seed: 8 } } },
  { config: { changeFeedSecret: feedSecret }, clock },
);
afterAll(close);
const { token } = await app.signIn('admin');
await app.call(syncOrders, { token });
await app.call(syncCustomers, { token });
const [first = '', second = '', third = ''] = (await readSource(control, 'orders')).keys();
const [customer = ''] = (await readSource(control, 'customers')).keys();

const account = { origin: app.url, secrets: { custsecret_order_portal: feedSecret }, timeoutMs: 30_000 };
const userEvent = (calls: unknown[], other: Partial<ScriptRun> = {}) =>
  runScript({ ...account, script: 'user-event', entryPoint: 'afterSubmit', calls, ...other });
const eventSubscriber = (calls: unknown[], other: Partial<ScriptRun> = {}) =>
  runScript({ ...account, script: 'event-subscriber', entryPoint: 'handle', calls, ...other });
const expectMirrored = async (kind: 'orders' | 'customers') => {
  const source = await readSource(control, kind);
  await expect.poll(() => readMirror(app.database.db, kind)).toEqual(source);
};
const quiet = (posts: number) => ({ logged: [], posts });

describe('a save in NetSuite reaches the portal at once', () => {
  test('from the User Event script', async () => {
    await control.patchRecord('salesOrder', first, { memo: 'edited' });
    await control.putRecord('salesOrder', '999001', {
      ...(await control.getRecord('salesOrder', first)),
      tranId: 'SO-9',
    });
    await control.deleteRecord('salesOrder', second);
    const record = (id: string) => ({ type: 'salesorder', id: Number(id) });
    const calls = [
      { type: 'edit', oldRecord: record(first), newRecord: record(first) },
      { type: 'create', newRecord: record('999001') },
      { type: 'delete', oldRecord: record(second) },
    ];
    expect(await userEvent(calls)).toEqual(quiet(3));
    await expectMirrored('orders');
  });

  test('from the Event Subscriber script', async () => {
    await control.patchRecord('salesOrder', third, { memo: 'edited' });
    await control.patchRecord('customer', customer, { phone: '+1 555 0100' });
    const calls = [
      { context: { recordType: 'SALESORDER' }, payload: { recordId: third } },
      { context: { recordType: 'CUSTOMER' }, payload: { recordId: customer } },
    ];
    expect(await eventSubscriber(calls)).toEqual(quiet(2));
    await expectMirrored('orders');
    await expectMirrored('customers');
  });
});

describe('a save in NetSuite succeeds', () => {
  const save = { type: 'edit', newRecord: { type: 'salesorder', id: 1 } };
  const event = { context: { recordType: 'SALESORDER' }, payload: { recordId: '1' } };
  const afterFailure = (message: RegExp) => ({ logged: [expect.stringMatching(message)], posts: 1 });

  test('while the portal is unreachable, which is asked once in five minutes', async () => {
    const origin = `http://127.0.0.1:${await findFreePort()}`;
    expect(await userEvent([save, save, save], { origin })).toEqual(afterFailure(/not responding/));
    expect(await eventSubscriber([event], { origin })).toEqual(afterFailure(/not responding/));
  });

  test('while the portal accepts connections and never answers', async () => {
    const mute = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const origin = `http://127.0.0.1:${(mute.address() as { port: number }).port}`;
    expect(await userEvent([save, save], { origin, timeoutMs: 500 })).toEqual(afterFailure(/not responding/));
    await new Promise((resolve) => mute.close(resolve));
  });

  test('when the portal refuses the notification', async () => {
    const secrets = { custsecret_order_portal: 'the secret of another portal' };
    expect(await userEvent([save, save], { secrets })).toEqual(
      afterFailure(/answered 400: .*The signature is missing/),
    );
    expect(await eventSubscriber([event], { secrets })).toEqual(afterFailure(/answered 400/));
  });

  test('without the API secret', async () => {
    const result = await userEvent([save], { secrets: {} });
    expect(result).toEqual({ logged: [expect.stringContaining('The secret is not available.')], posts: 0 });
  });
});

describe('the SuiteCloud project', () => {
  const root = new URL('../../../../../netsuite-scripts/src/', import.meta.url);
  const objects = readdirSync(new URL('Objects/', root));
  const valuesOf = (xml: string, tag: string) =>
    [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value]) => value);

  test.each(objects)('%s has its script id as its name and refers to a script file', (file) => {
    const xml = readFileSync(new URL(`Objects/${file}`, root), 'utf8');
    expect(xml).toContain(`scriptid="${file.replace('.xml', '')}"`);
    const [path = ''] = [...valuesOf(xml, 'scriptfile'), ...valuesOf(xml, 'scriptfilepath')];
    const script = readFileSync(new URL(`FileCabinet${path.replace(/[[\]]/g, '')}`, root), 'utf8');
    expect(script).toContain(
      file.startsWith('custevsub') ? '@NScriptType EventSubscriber' : '@NScriptType UserEventScript',
    );
  });

  test('subscribes to each event of all mirrored records, and deploys existing objects', () => {
    const subscriber = readFileSync(new URL('Objects/custevsub_order_portal.xml', root), 'utf8');
    const [types, records] = [valuesOf(subscriber, 'type'), valuesOf(subscriber, 'value')];
    const events = ['CREATED', 'UPDATED', 'DELETED'];
    const expected = ['SALESORDER', 'CUSTOMER', 'ITEMFULFILLMENT', 'INVOICE'].flatMap((record) =>
      events.map((event) => `${event} ${record}`),
    );
    expect(types.map((type, index) => `${type} ${records[index]}`)).toEqual(expected);
    const deployed = valuesOf(readFileSync(new URL('deploy.xml', root), 'utf8'), 'path');
    expect(deployed).toEqual(['~/FileCabinet/SuiteScripts/order-portal/*', '~/Objects/custevsub_order_portal.xml']);
  });
});
