import * as contract from '@portal/contract/customers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;

/** Few distinct values for each column, so that many customers share a value and some have none. */
const names = ['Ébénisterie Roy', 'ebony 9', 'Ebony 10', '100 % Café', 'a_b', "O'Hara & Fils", '日本商事', ' spaced '];
const days = ['2024-02-29T23:59:59.999Z', '2025-01-01T00:00:00Z', '2025-01-01T12:00:00Z', '2026-07-01T04:00:00Z'];
const amounts = ['-1.25', '0', '0.01', '999.99', '1000', '123456789.10'];
const pick = <Value>(values: readonly Value[], number: number) =>
  number % (values.length + 1) === values.length ? null : (values[number % (values.length + 1)] ?? null);
const customers = Array.from({ length: 230 }, (_, index) => ({
  id: String(index + 1),
  entity_id: pick(['C-7', 'C-70', 'c-8'], index * 7),
  company_name: pick(names, index * 5),
  email: pick(['a@x.example', 'B@X.example', 'ünder@y.example'], index * 3),
  category_name: pick(['Retail', 'Wholesale'], index),
  date_created: pick(days, index * 11),
  balance: pick(amounts, index * 13),
}));
type Row = (typeof customers)[number];

beforeAll(async () => {
  await db.insertInto('customers').values(customers).execute();
});

const texts = {
  entityId: 'entity_id',
  companyName: 'company_name',
  email: 'email',
  category: 'category_name',
} as const;
type TextColumn = keyof typeof texts;
type Filter =
  | { column: TextColumn; text: string }
  | { column: 'balance' | 'dateCreated'; from: string | null; to: string | null };

const fragment = fc.constantFrom('e', 'EBONY', '%', '_', "'", '日', 'é', '7', ' ', '@x.', 'no such');
const range = <Value extends string>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { freq: 2 });
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ column: fc.constantFrom(...(Object.keys(texts) as TextColumn[])), text: fragment }),
  fc.record({ column: fc.constant('balance' as const), from: range(amounts), to: range(amounts) }),
  fc.record({
    column: fc.constant('dateCreated' as const),
    from: range(['2024-02-29', '2025-01-01']),
    to: range(['2025-01-01', '2026-06-30']),
  }),
);
const sortBy = fc.constantFrom('entityId', 'companyName', 'email', 'category', 'dateCreated', 'balance', 'phone');

function passes(row: Row, wanted: Filter): boolean {
  if ('text' in wanted) {
    const text = wanted.text.trim().toLowerCase();
    return text === '' || (row[texts[wanted.column]] ?? '').toLowerCase().includes(text);
  }
  const { column, from, to } = wanted;
  if (from === null && to === null) return true;
  const value = column === 'balance' ? row.balance : row.date_created;
  if (value === null) return false;
  if (column === 'balance') return Number(value) >= Number(from ?? -1e15) && Number(value) <= Number(to ?? 1e15);
  const day = value.slice(0, 10);
  return (from === null || day >= from) && (to === null || day <= to);
}

function textOf(wanted: Filter): string {
  return 'text' in wanted ? wanted.text : `${wanted.from ?? ''},${wanted.to ?? ''}`;
}

test('pages of any sorted and filtered list cover it without gaps or duplicates', async () => {
  const { token } = await app.signIn('admin');
  const found: number[] = [];
  const filters = fc.uniqueArray(filter, { selector: ({ column }) => column, maxLength: 2 });
  const order = fc.constantFrom('ASC' as const, 'DESC' as const);
  await fc.assert(
    fc.asyncProperty(filters, sortBy, order, fc.integer({ min: 7, max: 100 }), async (wanted, by, sortOrder, limit) => {
      const values = wanted.map((one) => [one.column, textOf(one)]).filter(([, text]) => text !== ',');
      const query = { sortBy: by, sortOrder, limit, filter: JSON.stringify(Object.fromEntries(values)) };
      const ids: string[] = [];
      for (let page = 1; ; page += 1) {
        const { status, body } = await app.call(contract.listCustomers, { token, query: { ...query, page } });
        expect(status).toBe(200);
        ids.push(...body.items.map(({ id }: { id: string }) => id));
        if (page >= body.pages) {
          expect(ids).toHaveLength(body.total);
          break;
        }
      }
      const expected = customers.filter((row) => wanted.every((one) => passes(row, one))).map(({ id }) => id);
      expect(ids.toSorted()).toEqual(expected.toSorted());
      found.push(ids.length);
    }),
    { numRuns: 150, examples: [[[], 'companyName', 'DESC', 10]] },
  );
  expect(found).toContain(customers.length);
});

test('sorts text naturally: É next to E, 9 before 10', async () => {
  const { token } = await app.signIn('admin');
  const addresses = ['ebony 9', 'Ébénisterie', 'Ebony 10', 'zinc'];
  await db
    .insertInto('customers')
    .values(addresses.map((default_address, index) => ({ id: String(index + 9001), entity_id: 'N', default_address })))
    .execute();
  const query = { sortBy: 'defaultAddress', filter: JSON.stringify({ entityId: 'N' }) };
  const { body } = await app.call(contract.listCustomers, { token, query });
  const read = body.items.map(({ rawData }: { rawData: { defaultAddress: string } }) => rawData.defaultAddress);
  expect(read).toEqual(['Ébénisterie', 'ebony 9', 'Ebony 10', 'zinc']);
  await db.deleteFrom('customers').where('entity_id', '=', 'N').execute();
});

test('descending order is the reverse of ascending order for every column', async () => {
  const { token } = await app.signIn('admin');
  const read = async (by: string, sortOrder: 'ASC' | 'DESC') => {
    const pages = [1, 2, 3].map(async (page) => {
      const query = { sortBy: by, sortOrder, limit: 100, page };
      return (await app.call(contract.listCustomers, { token, query })).body.items.map(({ id }: { id: string }) => id);
    });
    return (await Promise.all(pages)).flat();
  };
  for (const by of ['companyName', 'email', 'category', 'dateCreated', 'balance', 'phone']) {
    expect(await read(by, 'DESC'), by).toEqual((await read(by, 'ASC')).toReversed());
  }
});
