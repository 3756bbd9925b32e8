import { receiveChanges } from '@portal/contract/change-feed';
import { syncCustomers } from '@portal/contract/customers';
import { getOrder, syncOrders } from '@portal/contract/orders';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readChangesJob } from '../../jobs/sync-jobs.ts';
import { minuteMs } from '../../platform/clock.ts';
import { forkPortal } from '../../testing/fork-portal.ts';
import { readMirror, readSource } from '../sync/testing/records.ts';
import { startSyncFixture } from '../sync/testing/sync-fixture.ts';
import { feedSecret, notify, signed } from './testing/notify.ts';

const { app, control, config, close } = await startSyncFixture(
  { data: { generate: { orders: 600, customers: 30, seed: 5 } } },
  { config: { changeFeedSecret: feedSecret } },
);
afterAll(close);
const { db, pool } = app.database;
const { token } = await app.signIn('admin');
await app.call(syncOrders, { token });
await app.call(syncCustomers, { token });
const orderIds = [...(await readSource(control, 'orders')).keys()];
const customerIds = [...(await readSource(control, 'customers')).keys()];
const [first = '', second = '', third = '', fourth = ''] = orderIds;
const order = (id: string) => ({ type: 'salesorder', id });

/** Waits until no announced record waits and no job reads one. */
const untilRead = () =>
  expect
    .poll(async () => {
      const { rows } = await pool.query<{ left: number }>(
        `select (select count(*) from netsuite_changes)::int
          + (select count(*) from pgboss.job where name = $1 and state <> 'completed')::int as left`,
        [readChangesJob.name],
      );
      return rows[0]?.left;
    })
    .toBe(0);
const announce = async (...changes: { type: string; id: string }[]) => {
  const answer = await notify(app.url, changes, app.clock.now());
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await untilRead();
  return answer.body;
};
const memoOf = async (id: string) => (await readMirror(db, 'orders')).get(id)?.memo;
const expectSame = async (kind: 'orders' | 'customers') =>
  expect(await readMirror(db, kind)).toEqual(await readSource(control, kind));

beforeEach(() => control.reset());

describe('an announced record is read again from NetSuite', () => {
  test('edited, created and deleted orders are up to date without a sync', async () => {
    const runs = async () => (await db.selectFrom('sync_runs').select('id').execute()).length;
    const before = await runs();
    const body = await control.getRecord('salesOrder', first);
    await control.patchRecord('salesOrder', second, { memo: 'announced' });
    await control.putRecord('salesOrder', '999001', { ...body, tranId: 'SO-ANNOUNCED' });
    await control.deleteRecord('salesOrder', third);
    expect(await announce(order(second), order('999001'), order(third))).toEqual({ accepted: 3, ignored: 0 });
    await expectSame('orders');
    expect(await runs()).toBe(before);
    expect((await app.call(getOrder, { token, params: { id: '999001' } })).body.rawData.tranId).toBe('SO-ANNOUNCED');
    expect((await app.call(getOrder, { token, params: { id: third } })).status).toBe(404);
  });

  test('a renamed customer shows its new name in its orders', async () => {
    const { entity } = (await control.getRecord('salesOrder', first)) as unknown as { entity: { id: string } };
    await control.patchRecord('customer', entity.id, { companyName: 'Renamed and announced' });
    // Event Subscriber scripts name the record type in upper case (SuiteScript 2.1 Event Subscriber code samples).
    await announce({ type: 'CUSTOMER', id: entity.id });
    await expectSame('customers');
    expect((await readMirror(db, 'orders')).get(first)?.customerName).toBe('Renamed and announced');
    await expectSame('orders');
  });

  test('other record types and unknown ids change nothing', async () => {
    const before = await readMirror(db, 'orders');
    expect(await announce({ type: 'creditmemo', id: first }, order('888777'))).toEqual({ accepted: 1, ignored: 1 });
    expect(await readMirror(db, 'orders')).toEqual(before);
  });

  test('an older version never replaces a newer one', async () => {
    await pool.query(
      `update sales_orders set last_modified_date = now() + interval '1 year', memo = 'newer' where id = $1`,
      [fourth],
    );
    await announce(order(fourth));
    expect(await memoOf(fourth)).toBe('newer');
    await pool.query(`update sales_orders set last_modified_date = now() - interval '10 years' where id = $1`, [
      fourth,
    ]);
    await announce(order(fourth));
    await expectSame('orders');
  });
});

describe('a record that NetSuite does not return', () => {
  test('stays if there is no deletion record, since a restricted role looks the same', async () => {
    const before = await readMirror(db, 'orders');
    await control.change({ restrictedTo: { salesOrder: [] } });
    await announce(
      ...orderIds
        .filter((id) => id !== third)
        .slice(0, 150)
        .map(order),
    );
    expect(await readMirror(db, 'orders')).toEqual(before);
  });

  test('is left to the next sync while NetSuite fails', async () => {
    await control.patchRecord('salesOrder', second, { memo: 'while failing' });
    await control.change({ suiteqlAllowed: false });
    await announce(order(second));
    expect(await memoOf(second)).not.toBe('while failing');
    await control.reset();
    expect((await app.call(syncOrders, { token })).body.status).toBe('complete');
    expect(await memoOf(second)).toBe('while failing');
  });
});

test('a burst of thousands of notifications is read in few requests', async () => {
  for (const id of orderIds.slice(4, 24)) await control.patchRecord('salesOrder', id, { memo: `burst ${id}` });
  await control.resetRequests();
  const everything = orderIds.slice(4).map(order);
  for (let time = 0; time < 5; time += 1) {
    for (let start = 0; start < everything.length; start += 200) {
      const changes = everything.slice(start, start + 200);
      expect((await notify(app.url, changes, app.clock.now())).status).toBe(200);
    }
  }
  await untilRead();
  await expectSame('orders');
  // 15 notifications with 2,980 ids: at most 15 batches, each of some ten requests.
  expect((await control.requests()).total).toBeLessThan(200);
});

test('notifications beyond those that can wait are left to the next sync', async () => {
  await pool.query("insert into netsuite_changes select 'orders', id from generate_series(5000001, 5010000) id");
  await control.patchRecord('salesOrder', second, { memo: 'one too many' });
  await announce(order(second));
  expect(await memoOf(second)).not.toBe('one too many');
  await announce(order(second));
  expect(await memoOf(second)).toBe('one too many');
});

describe('a refused notification', () => {
  const body = { changes: [order(first)] };
  const send = (headers: Record<string, string>, sent: unknown = body) =>
    app.call(receiveChanges, { body: sent, headers });
  const now = () => app.clock.now().getTime();

  test.each([
    ['without a signature', () => ({})],
    ['with another key', () => signed(body, now(), 'another secret, also of at least 32 characters')],
    ['with the signature of another body', () => signed({ changes: [order(second)] }, now())],
    ['with a changed timestamp', () => ({ ...signed(body, now()), 'x-portal-timestamp': String(now() + 1) })],
    ['with a cut signature', () => ({ ...signed(body, now()), 'x-portal-signature': 'ab' })],
  ])('%s gets 400 and is not read', async (_, headers) => {
    const { status, body: answer } = await send(headers());
    expect([status, answer.message]).toEqual([
      400,
      'The signature is missing or does not match the timestamp and the body.',
    ]);
    expect((await pool.query('select from netsuite_changes')).rowCount).toBe(0);
  });

  test.each([-5 * minuteMs - 1, 5 * minuteMs + 1])('whose clock differs by %d ms gets 400', async (difference) => {
    const { status, body: answer } = await send(signed(body, now() + difference));
    expect([status, answer.message]).toEqual([
      400,
      "The timestamp differs by more than 5 minutes from the portal's clock.",
    ]);
  });

  test('with a wrong body gets 400 that names the field, once its signature is right', async () => {
    const wrong = { changes: [{ type: 'salesorder', id: 'SO1' }] };
    const { status, body: answer } = await send(signed(wrong, now()), wrong);
    expect([status, answer.details]).toEqual([
      400,
      [{ path: 'changes.0.id', message: 'must be a NetSuite id: digits only' }],
    ]);
    expect((await send({}, wrong)).body.message).toContain('signature');
  });

  test('with a large body gets 413', async () => {
    const large = { changes: Array.from({ length: 200 }, () => ({ type: 'x'.repeat(99), id: first })) };
    expect((await send(signed(large, now()), large)).status).toBe(413);
  });

  test('that was received before gets 409, also from another process and in other letters', async () => {
    const other = await forkPortal(config);
    try {
      const headers = signed(body, now() + 4 * minuteMs);
      expect((await send(headers)).status).toBe(200);
      const again = await send(headers);
      expect([again.status, again.body.message]).toEqual([409, 'This notification was received before.']);
      const upper = { ...headers, 'x-portal-signature': headers['x-portal-signature']?.toUpperCase() ?? '' };
      expect((await send(upper)).status).toBe(409);
      for (const end of ['f', 'zz', ' ']) {
        const longer = { ...headers, 'x-portal-signature': `${headers['x-portal-signature']}${end}` };
        expect((await send(longer)).status).not.toBe(200);
      }
      const elsewhere = await fetch(`${other.url}/api/netsuite/changes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      expect(elsewhere.status).toBe(409);
      // A job of a killed process would wait until its heartbeat is missed.
      await untilRead();
    } finally {
      await other.kill();
    }
    // As long as the timestamp is accepted, the signature is remembered.
    const ahead = signed(body, now() + 5 * minuteMs);
    expect((await send(ahead)).status).toBe(200);
    app.clock.advance(10 * minuteMs);
    expect((await send(ahead)).status).toBe(409);
    await untilRead();
  });

  test('above the rate limit gets 429, until a minute has passed', async () => {
    app.clock.advance(2 * minuteMs);
    // Of a type that is not read, so that none of them starts a job.
    const changes = [{ type: 'creditmemo', id: '1' }];
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < 601; sent += 1) {
      const { status } = await notify(app.url, changes, app.clock.now());
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses).toEqual(
      new Map([
        [200, 600],
        [429, 1],
      ]),
    );
    app.clock.advance(minuteMs);
    expect((await notify(app.url, changes, app.clock.now())).status).toBe(200);
  });
});

test('customers are read in batches as well', async () => {
  for (const id of customerIds.slice(0, 5)) await control.patchRecord('customer', id, { phone: `+1 ${id}` });
  await announce(...customerIds.map((id) => ({ type: 'customer', id })));
  await expectSame('customers');
});
