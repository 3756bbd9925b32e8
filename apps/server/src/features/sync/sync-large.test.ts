import { listOrdersOfCustomer, syncCustomers } from '@portal/contract/customers';
import { listOrders, syncOrders } from '@portal/contract/orders';
import { cancelSyncRun } from '@portal/contract/sync';
import { generateOrders } from '@portal/netsuite-sandbox/generate/orders';
import { afterAll, expect, test } from 'vitest';
import { runNight } from './testing/night.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const generate = { orders: 20_500, customers: 400, seed: 17, shipments: false };
const { app, control, close } = await startSyncFixture({ data: { generate } });
afterAll(close);
const { token } = await app.signIn('admin');

test('mirrors 20,500 orders, each once, with exact counts', { timeout: 300_000 }, async () => {
  const perCustomer = new Map<string, number>();
  let cents = 0n;
  for (const order of generateOrders(generate)) {
    const id = order.entity?.id ?? '';
    perCustomer.set(id, (perCustomer.get(id) ?? 0) + 1);
    cents += BigInt(Math.round(Number(order.total ?? 0) * 100));
  }

  const { body } = await app.call(syncOrders, { token });
  expect(body).toMatchObject({ status: 'complete', fetched: generate.orders, created: generate.orders, failed: 0 });

  expect((await app.call(listOrders, { token })).body.total).toBe(generate.orders);
  const { rows } = await app.database.pool.query(
    'select customer_id, count(*)::int as orders, round(sum(sum(total)) over () * 100) as cents from sales_orders group by 1',
  );
  expect(new Map(rows.map((row) => [row.customer_id, row.orders]))).toEqual(perCustomer);
  expect(BigInt(rows[0].cents)).toBe(cents);
  await app.call(syncCustomers, { token });
  for (const [id, orders] of [...perCustomer].slice(0, 20)) {
    const answer = await app.call(listOrdersOfCustomer, { token, params: { id } });
    expect(answer.body.total).toBe(orders);
  }
});

test('is read again in full in turn, night by night, and what could not be read comes first in the next', {
  timeout: 1_500_000,
}, async () => {
  const { pool } = app.database;
  const ids = [...generateOrders(generate)].map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
  const changed = [100, 19_990, 20_010].map((index) => ids[index] ?? '');
  for (const id of changed) await control.patchRecord('salesOrder', id, { memo: 'undated' }, { touch: false });
  const found = async () => {
    const { rows } = await pool.query("select id from sales_orders where memo = 'undated' order by id");
    return rows.map(({ id }) => id);
  };
  const orderRuns = app.database.db.selectFrom('sync_runs').where('mode', '=', 'nightly').where('kind', '=', 'orders');
  const night = async () => {
    await runNight(app);
    return Number((await orderRuns.orderBy('heartbeat_at', 'desc').select('fetched').executeTakeFirst())?.fetched);
  };
  await night();
  expect(await found()).toEqual(changed.slice(0, 2));
  // Of 20,500 orders, the first night reads 20,000 and the second one the others.
  expect(await night()).toBeLessThan(20_000);
  expect(await found()).toEqual(changed);
  await control.patchRecord('salesOrder', changed[1] ?? '', { memo: 'undated again' }, { touch: false });
  await control.change({ latency: { query: { minimum: 500, maximum: 500 } } });
  const meanwhile = async () => {
    const running = await orderRuns.where('status', '=', 'running').where('fetched', '>', '0').select('id').execute();
    for (const { id } of running) await app.call(cancelSyncRun, { token, params: { id } });
    if (running.length > 0) await control.reset();
  };
  await runNight(app, { meanwhile });
  expect(await found()).toEqual(changed);
  await night();
  expect(await found()).toEqual([changed[0], changed[2]]);
});
