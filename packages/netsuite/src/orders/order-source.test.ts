import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { createRecordFilters } from '../source/record-filters.ts';
import { createRecordServiceSource } from '../source/record-service-source.ts';
import { everything, type RecordSource } from '../source/record-source.ts';
import { startConnectedSandbox } from '../testing/sandbox.ts';
import { orderFromRecord } from './order-from-record.ts';
import type { OrderRecord } from './order-record.ts';
import { createOrderSource } from './order-source.ts';

const sandbox = await startConnectedSandbox({ data: { generate: { orders: 4200, customers: 40, seed: 11 } } });
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.control.reset());

/** What the record service says of every order, by id. */
async function readByRecordService(client: NetsuiteClient): Promise<Map<string, OrderRecord>> {
  const orders = new Map<string, OrderRecord>();
  for (let offset = 0; ; offset += 1000) {
    const { items, hasMore } = await client.records('salesOrder', { limit: 1000, offset });
    const ids = items.map(({ id }) => String(id));
    for (let start = 0; start < ids.length; start += 100) {
      const batch = await client.records('salesOrder', { ids: ids.slice(start, start + 100) });
      for (const body of batch.items) orders.set(String(body.id), orderFromRecord(body));
    }
    if (!hasMore) return orders;
  }
}

/** All orders page by page, as a run of the sync reads them. */
async function readBySource(source: RecordSource<OrderRecord>, limit: number): Promise<Map<string, OrderRecord>> {
  const survey = await source.survey(everything);
  const reader = await source.open(everything, survey, new Date());
  const orders = new Map<string, OrderRecord>();
  let range = { after: '0', upTo: survey.lastId ?? '0' };
  for (;;) {
    const page = await reader.page(range, limit);
    expect(page.faults).toEqual([]);
    for (const row of page.rows) orders.set(row.id, row);
    if (page.complete || page.lastId === null) return orders;
    range = { ...range, after: page.lastId };
  }
}

const expected = await readByRecordService(sandbox.connect());

describe('orders in bulk are what the record service says of each', () => {
  test('in an account without the optional columns', async () => {
    expect(await readBySource(createOrderSource(sandbox.connect()), 1000)).toEqual(expected);
  });

  test('in an account with all of them', async () => {
    await sandbox.control.change({ optionalColumns: ['saleseffectivedate', 'subtotal', 'location'] });
    expect(await readBySource(createOrderSource(sandbox.connect()), 1000)).toEqual(expected);
  });

  test('where the role may not see the addresses', async () => {
    await sandbox.control.change({ hiddenTables: ['transactionshippingaddress'] });
    expect(await readBySource(createOrderSource(sandbox.connect()), 1000)).toEqual(expected);
  });

  test('where the role may not use SuiteQL', async () => {
    await sandbox.control.change({ suiteqlAllowed: false });
    const client = sandbox.connect();
    const filter = createRecordFilters(client).orders;
    const source = createRecordServiceSource(client, { type: 'salesOrder', map: orderFromRecord, filter });
    expect(await readBySource(source, 500)).toEqual(expected);
  });

  test('with the sales effective date of orders that have another than their own', async () => {
    const ids = [...expected.keys()].filter((_, index) => index % 97 === 0);
    for (const id of ids) {
      await sandbox.control.patchRecord('salesOrder', id, { salesEffectiveDate: '2024-02-29' }, { touch: false });
    }
    const source = createOrderSource(sandbox.connect());
    const found = await readBySource(source, 1000);
    for (const id of ids) expect(found.get(id)?.salesEffectiveDate).toBe('2024-02-29');
    expect(found).toEqual(await readByRecordService(sandbox.connect()));
  });
});
