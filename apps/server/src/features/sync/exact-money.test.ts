import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Customer, getCustomer, listCustomers, syncCustomers } from '@portal/contract/customers';
import { exportOrders, getOrder, listOrders, type Order, syncOrders } from '@portal/contract/orders';
import type { SettingsChange } from '@portal/netsuite-sandbox/settings';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchExport, readCsv, readWorkbook } from '../../listing/export/testing/read-export.ts';
import { type SyncFixture, startSyncFixture } from './testing/sync-fixture.ts';

/** An amount as an integer number of its smallest unit, 10^-decimals. */
type Amount = { units: bigint; decimals: number };

const amount = fc.record({
  units: fc.tuple(fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }), fc.nat(17)).map(
    // As many small amounts as large ones.
    ([units, zeros]) => units / 10n ** BigInt(zeros),
  ),
  decimals: fc.nat(8),
});
const edges: Amount[] = [
  { units: 1_234_567_890_123_456_789n, decimals: 2 },
  { units: -9_999_999_999_999_999n, decimals: 2 },
  { units: 99_999_999_999_999_999_999_999_999n, decimals: 8 },
  { units: 1n, decimals: 8 },
  { units: 0n, decimals: 0 },
  { units: 13_980n, decimals: 2 },
];
const orderCount = 60;
const generated = fc.sample(fc.array(amount, { minLength: 4, maxLength: 4 }), {
  numRuns: orderCount,
  seed: 20_261_122,
});
const amounts = generated.map((row, index) => {
  const [subtotal, tax, total, rate] = row as [Amount, Amount, Amount, Amount];
  // NetSuite's subtotal is the sum of the lines; here there is one.
  return { id: String(index + 1), subtotal, tax, rate, line: subtotal, total: edges[index] ?? total };
});

/** Plain decimal digits, as NetSuite writes numbers. */
function plain({ units, decimals }: Amount): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${units < 0n ? '-' : ''}${whole}${decimals === 0 ? '' : `.${digits.slice(-decimals)}`}`;
}

/** The portal's format: at least two decimals, no further trailing zeros. */
function answered(value: Amount): string {
  const [whole, fraction = ''] = plain(value).split('.');
  const shown = fraction.replace(/0+$/, '').padEnd(2, '0');
  return value.units === 0n ? '0.00' : `${whole}.${shown}`;
}

/** Amounts as integers of a common smallest unit. */
const scaled = ({ units, decimals }: Amount) => units * 10n ** BigInt(8 - decimals);
const json = (value: Amount) => JSON.rawJSON(plain(value));

const times = { createdDate: '2026-05-06T16:36:00Z', lastModifiedDate: '2026-05-07T09:57:00Z' };
const orderBodies = amounts.map(({ id, subtotal, tax, total, rate, line }) => ({
  id,
  tranId: `SO${id}`,
  ...times,
  tranDate: '2026-05-06',
  entity: { id: '7', refName: 'Café Olimpico' },
  status: { id: 'B', refName: 'Pending Fulfillment' },
  subtotal: json(subtotal),
  custbody_stc_tax_after_discount: json(tax),
  total: json(total),
  item: {
    items: [{ line: 1, item: { id: '3', refName: 'Coffee' }, quantity: 1, rate: json(rate), amount: json(line) }],
  },
}));
const customerBodies = amounts.map(({ id, subtotal, tax, total, rate }) => ({
  id,
  companyName: `Company ${id}`,
  dateCreated: times.createdDate,
  lastModifiedDate: times.lastModifiedDate,
  balance: json(total),
  depositBalance: json(subtotal),
  overdueBalance: json(tax),
  unbilledOrders: json(rate),
}));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exact-money-'));
  const lines = (bodies: readonly object[]) => bodies.map((body) => `${JSON.stringify(body)}\n`).join('');
  await writeFile(join(folder, 'salesOrder.ndjson'), lines(orderBodies));
  await writeFile(join(folder, 'customer.ndjson'), lines(customerBodies));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each<{ way: string; limits: SettingsChange }>([
  { way: 'SuiteQL, the subtotal added up from lines', limits: {} },
  {
    way: 'SuiteQL with a subtotal',
    limits: {
      columns: {
        'transaction.saleseffectivedate': 'shown',
        'transaction.subtotal': 'shown',
        'transaction.location': 'shown',
      },
    },
  },
])('amounts of up to 18 digits and 8 decimals, read by $way', ({ limits }) => {
  let fixture: SyncFixture;
  let token: string;
  beforeAll(async () => {
    fixture = await startSyncFixture({ data: { folder }, limits });
    token = (await fixture.app.signIn('admin')).token;
    for (const endpoint of [syncOrders, syncCustomers]) {
      expect((await fixture.app.call(endpoint, { token })).body).toMatchObject({ status: 'complete', failed: 0 });
    }
  });
  afterAll(() => fixture.close());

  const list = async (query: object): Promise<Order[]> => {
    const { status, body } = await fixture.app.call(listOrders, { token, query: { limit: 100, ...query } });
    expect(status).toBe(200);
    return body.items;
  };
  const idsOf = (items: readonly { id: string }[]) =>
    items.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b));
  const idsWhere = (test: (total: bigint) => boolean) =>
    amounts.filter(({ total }) => test(scaled(total))).map(({ id }) => id);

  test('are unchanged in lists', async () => {
    const found = new Map((await list({})).map(({ id, rawData }) => [id, rawData]));
    for (const { id, subtotal, tax, total } of amounts) {
      expect(found.get(id)).toMatchObject({
        subtotal: answered(subtotal),
        custbody_stc_tax_after_discount: answered(tax),
        total: answered(total),
      });
    }
  });

  test('are unchanged in an order and its lines', async () => {
    for (const { id, total, rate, line } of amounts.slice(0, 20)) {
      const { rawData } = (await fixture.app.call(getOrder, { token, params: { id } })).body;
      expect(rawData.total).toBe(answered(total));
      expect(rawData.item?.items).toMatchObject([{ rate: answered(rate), amount: answered(line) }]);
    }
  });

  test('are unchanged in the balances of customers', async () => {
    const { body } = await fixture.app.call(listCustomers, { token, query: { limit: 100 } });
    const one = await fixture.app.call(getCustomer, { token, params: { id: '1' } });
    const found = new Map([...body.items, one.body].map(({ id, rawData }: Customer) => [id, rawData]));
    for (const { id, subtotal, tax, total, rate } of amounts) {
      expect(found.get(id)).toMatchObject({
        balance: answered(total),
        depositBalance: answered(subtotal),
        overdueBalance: answered(tax),
        unbilledOrders: answered(rate),
      });
    }
  });

  test('sort by their exact value', async () => {
    const exact = amounts.toSorted((one, other) => {
      const difference = scaled(one.total) - scaled(other.total);
      return difference === 0n ? Number(one.id) - Number(other.id) : difference < 0n ? -1 : 1;
    });
    const sorted = await list({ sortBy: 'total', sortOrder: 'ASC' });
    expect(sorted.map(({ id }) => id)).toEqual(exact.map(({ id }) => id));
  });

  test('filter by their exact value, as text and as JSON numbers', async () => {
    for (const { total } of amounts.slice(0, 20)) {
      const value = plain(total);
      const next = plain({ units: scaled(total) + 1n, decimals: 8 });
      const isEqual = idsWhere((other) => other === scaled(total));
      expect(idsOf(await list({ filter: JSON.stringify({ total: `${value},${value}` }) }))).toEqual(isEqual);
      expect(idsOf(await list({ filter: JSON.stringify({ total: { min: JSON.rawJSON(next) } }) }))).toEqual(
        idsWhere((other) => other > scaled(total)),
      );
      expect(idsOf(await list({ filter: JSON.stringify({ minAmount: json(total) }) }))).toEqual(
        idsWhere((other) => other >= scaled(total)),
      );
    }
  });

  test('are unchanged in CSV and XLSX exports, as text where a number would lose digits', async () => {
    const query = { columns: 'tranId,subtotal,custbody_stc_tax_after_discount,total', sortBy: 'tranId' };
    const byNumber = new Map(amounts.map((row) => [`SO${row.id}`, [row.subtotal, row.tax, row.total]]));
    const csv = await readCsv(await fetchExport(fixture.app, exportOrders, token, { format: 'csv', ...query }));
    expect(csv.rows).toHaveLength(orderCount);
    for (const [number, ...cells] of csv.rows) {
      expect(cells).toEqual(byNumber.get(String(number))?.map(answered));
    }
    const workbook = await readWorkbook(
      await fetchExport(fixture.app, exportOrders, token, { format: 'xlsx', ...query }),
    );
    expect(workbook.rows).toHaveLength(orderCount);
    for (const [number, ...cells] of workbook.rows) {
      const exact = byNumber.get(String(number)) ?? [];
      expect(cells).toEqual(
        exact.map((value) => {
          const digits = String(value.units).replace('-', '').replace(/0+$/, '');
          return digits.length > 15 ? answered(value) : Number(plain(value));
        }),
      );
    }
  });

  test('are unchanged after an update in NetSuite', async () => {
    const total = JSON.rawJSON('876543210987654.32109876');
    await fixture.control.patchRecord('salesOrder', '5', { total });
    await fixture.app.call(syncOrders, { token });
    const { rawData } = (await fixture.app.call(getOrder, { token, params: { id: '5' } })).body;
    expect(rawData.total).toBe('876543210987654.32109876');
  });
});
