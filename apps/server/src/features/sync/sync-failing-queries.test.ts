import { request } from 'node:http';
import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { syncKinds } from '@portal/contract/values';
import { netsuiteError, startScriptedServer } from '@portal/netsuite/testing/scripted-server';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { runNight } from './testing/night.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

let failing: Pick<RegExp, 'test'> | undefined;
const failure = netsuiteError(500, 'UNEXPECTED_ERROR', 'An unexpected error occurred. Error ID: mtk.');

/** Forwards to the sandbox all but the failing queries. */
const startGateway = (sandboxUrl: string) =>
  startScriptedServer([
    (received, response) => {
      const { method, url, headers, body } = received;
      if (failing?.test(body)) return failure(received, response);
      request(`${sandboxUrl}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }).end(body);
    },
  ]);

const data = { generate: { orders: 60, customers: 12, seed: 71 } };
const { app, control, close } = await startSyncFixture(
  { data },
  { gateway: startGateway, retry: { firstDelay: 1, longestDelay: 16 } },
);
afterAll(close);
const { db, pool } = app.database;
const { token } = await app.signIn('admin');

beforeEach(async () => {
  failing = undefined;
  await pool.query('truncate sync_runs, sales_orders, customers, netsuite_names, netsuite_columns, order_lines');
});

// suiteql-facts, section 7: what NetSuite cannot compute for an account can answer with a bare 500, each time.
test.each([
  ['the query of changed lines', /FROM transactionline l, transaction r/, ['orders', 'fulfillments', 'invoices']],
  ['any query of deletion records', /FROM deletedrecord/, []],
  ['any sum by ranges of ids', /AS bucket/, []],
  ['any query of the first line of transactions', /FROM transactionline WHERE ROWNUM <= 1/, []],
  ['any query of the names of terms, items and locations', /FROM (term|item|location) n/, []],
] as const)('mirrors are right although %s fails', async (_, query, partial) => {
  await app.call(syncCustomers, { token });
  failing = query;
  expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'complete' });
  const [dated, undated, deleted] = (await control.listRecords('salesOrder')).map(({ id }) => id);
  await control.patchRecord('salesOrder', dated ?? '', { memo: 'A dated memo' });
  await control.patchRecord('salesOrder', undated ?? '', { memo: 'An undated memo' }, { touch: false });
  await control.deleteRecord('salesOrder', deleted ?? '');
  const [customer] = await control.listRecords('customer');
  await control.patchRecord('customer', customer?.id ?? '', { phone: '555-0100' }, { touch: false });
  expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'complete' });
  await runNight(app, { partial });
  for (const kind of syncKinds) expect(await readMirror(db, kind)).toEqual(await readSource(control, kind));
});

test('a changed line is found although its query fails seven times', async () => {
  await app.call(syncCustomers, { token });
  await app.call(syncOrders, { token });
  const [order] = await control.listRecords('salesOrder');
  const items = order?.item?.items?.map((line) => ({ ...line, quantityBackOrdered: 3 }));
  await control.patchRecord('salesOrder', order?.id ?? '', { item: { ...order?.item, items } }, { touch: false });
  let failures = 0;
  failing = { test: (body) => body.includes('FROM transactionline l, transaction r') && ++failures <= 7 };
  expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'complete' });
  expect(failures).toBeGreaterThan(7);
  const stored = await db
    .selectFrom('order_lines')
    .select('lines')
    .where('order_id', '=', order?.id ?? '')
    .execute();
  expect(stored[0]?.lines).toMatchObject(items?.map(() => ({ quantityBackordered: 3 })) ?? []);
});

test.each([
  ['language', /language AS (id|value)/, ['customers']],
  ['term', /FROM term n|terms AS id/, ['customers', 'orders']],
] as const)(
  'the last known names of the table %s stay where any query of them fails, and the nightly sync says so',
  async (table, query, partial) => {
    await app.call(syncCustomers, { token });
    await app.call(syncOrders, { token });
    failing = query;
    const [customer] = await control.listRecords('customer');
    await control.patchRecord('customer', customer?.id ?? '', { phone: '555-0100' });
    await runNight(app, { partial });
    const said = await db.selectFrom('sync_runs').select(['kind', 'message']).where('status', '=', 'partial').execute();
    const message = `NetSuite does not show some names of the table ${table}, which stay as last known, or ids.`;
    expect(said.map(({ kind }) => kind).toSorted()).toEqual(partial);
    for (const each of said) expect(each.message).toContain(message);
    for (const kind of partial) expect(await readMirror(db, kind)).toEqual(await readSource(control, kind));
  },
);

test('the last known names of customers stay although a sync that cannot look them up fails later', async () => {
  await app.call(syncCustomers, { token });
  await app.call(syncOrders, { token });
  await pool.query("truncate sales_orders, order_lines; delete from sync_runs where kind = 'orders'");
  failing = /FROM customer |BUILTIN\.DF\(r\.entity\)/;
  await control.change({ pageRows: 10, latency: { query: { minimum: 200, maximum: 200 } } });
  const failed = app.call(syncOrders, { token });
  const countOrders = async () => (await readMirror(db, 'orders')).size;
  await expect.poll(countOrders, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  failing = /SELECT/;
  expect((await failed).status).toBe(502);
  failing = undefined;
  await control.change({ pageRows: 1000, latency: { query: { minimum: 0, maximum: 0 } } });
  // The circuit breaker is open for some seconds.
  const sync = async () => (await app.call(syncOrders, { token })).body;
  await expect.poll(sync, { timeout: 60_000, interval: 500 }).toMatchObject({ status: 'complete' });
  expect(await readMirror(db, 'orders')).toEqual(await readSource(control, 'orders'));
});

test.each(['itemfulfillmentpackage', 'previoustransactionlinelink'])(
  'fulfillments are mirrored without the table %s where any query of it fails',
  async (table) => {
    failing = new RegExp(`FROM ${table}\\b`);
    await app.call(syncCustomers, { token });
    expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'complete' });
    const mirrored = await db.selectFrom('fulfillments').select('id').execute();
    expect(mirrored).toHaveLength((await control.listRecords('itemFulfillment')).length);
  },
);
