import { listOrdersOfCustomer, syncCustomers } from '@portal/contract/customers';
import { listOrders, syncOrders } from '@portal/contract/orders';
import { generateOrders } from '@portal/netsuite-sandbox/generate/orders';
import { afterAll, expect, test } from 'vitest';
import { startSyncFixture } from './testing/sync-fixture.ts';

const generate = { orders: 25_000, customers: 400, seed: 17 };
const { app, close } = await startSyncFixture({ data: { generate } });
afterAll(close);

test('mirrors 25,000 orders, each once, with exact counts', { timeout: 300_000 }, async () => {
  const perCustomer = new Map<string, number>();
  let cents = 0n;
  for (const order of generateOrders(generate)) {
    const id = order.entity?.id ?? '';
    perCustomer.set(id, (perCustomer.get(id) ?? 0) + 1);
    cents += BigInt(Math.round(Number(order.total ?? 0) * 100));
  }

  const { token } = await app.signIn('admin');
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
