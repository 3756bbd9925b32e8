import { orderStatuses } from '@portal/contract/values';
import fc from 'fast-check';
import type pg from 'pg';

/** An order as stored in the mirror, without columns that the database adds. */
export type MirrorOrder = {
  id: number;
  customer_id: number | null;
  customer_name: string | null;
  tran_id: string | null;
  memo: string | null;
  other_ref_num: string | null;
  email: string | null;
  tran_date: string | null;
  created_date: string | null;
  last_modified_date: string | null;
  sales_effective_date: string | null;
  status_id: string | null;
  status_name: string | null;
  terms_id: string | null;
  terms_name: string | null;
  location_id: string | null;
  location_name: string | null;
  currency_id: string | null;
  currency_name: string | null;
  project_id: string | null;
  project_name: string | null;
  bill_address: string | null;
  ship_address: string | null;
  subtotal: string | null;
  total: string | null;
  tax: string | null;
  expected_date: string | null;
  ordered: number | null;
  shipped: number | null;
  backordered: number | null;
  first_shipped: string | null;
  last_shipped: string | null;
  tracking: string | null;
  invoice_numbers: string | null;
  invoices: number;
  open_amount: string | null;
  due_date: string | null;
};

/** Columns of an order without lines, fulfillments and invoices. */
export const noProgress = {
  expected_date: null,
  ordered: null,
  shipped: null,
  backordered: null,
  first_shipped: null,
  last_shipped: null,
  tracking: null,
  invoice_numbers: null,
  invoices: 0,
  open_amount: null,
  due_date: null,
} satisfies Partial<MirrorOrder>;

/** Customers of very different sizes, with names that need escaping, sort by number, or differ only in case. */
const customerNames: readonly (readonly [number | null, string | null])[] = [
  [1, 'Acme 10'],
  [2, 'Acme 2'],
  [3, 'ÉTÉ Foods'],
  [4, '100% Pure_Juice'],
  [5, 'Back\\slash & Söhne'],
  [null, null],
  [6, 'ΟΔΟΣ Τρόφιμα'],
  [null, 'Of no customer'],
];

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null, freq: 6 });

export const day = fc
  .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2024-03-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const second = fc.nat(86_399).map((seconds) => new Date(seconds * 1000).toISOString().slice(11, 19));
export const instant = fc.tuple(day, second).map(([on, at]) => `${on}T${at}Z`);
const amount = fc.integer({ min: -50_000, max: 500_000 }).map((cents) => (cents / 100).toFixed(2));
const named = (names: readonly string[]) =>
  maybe(fc.nat(names.length - 1).map((index) => [String(index + 1), names[index] ?? ''] as const));
/** Joined numbers as the mirror stores them. */
const several = (numbers: fc.Arbitrary<string>) =>
  maybe(fc.array(numbers, { minLength: 1, maxLength: 3 }).map((list) => list.join(', ')));
const number = (prefix: string) => fc.integer({ min: 1, max: 12_000 }).map((value) => `${prefix}${value}`);

const statusId = (name: string) => 'ABDFGCH'[(orderStatuses as readonly string[]).indexOf(name)] ?? '';

const order = fc
  .record({
    customer: fc.oneof(
      { weight: 20, arbitrary: fc.constant(customerNames[0]) },
      { weight: 3, arbitrary: fc.constantFrom(...customerNames) },
    ),
    email: maybe(fc.constantFrom('Orders@acme.example', 'a_b@juice.example', 'été@foods.example', 'x@y.example')),
    tranId: maybe(number('SO')),
    memo: maybe(
      fc.oneof(
        number('BOL-'),
        fc.constantFrom('50%', '50', 'ΟΔΟΣ', 'οδοσ(1)', 'a_c', 'abc', 'A\\B', 'line\nbreak', ''),
      ),
    ),
    reference: maybe(number('Po ')),
    days: fc.tuple(maybe(day), maybe(instant), maybe(instant), maybe(day)),
    // Open orders are few, so that a list of them is short.
    status: maybe(
      fc.oneof(
        { weight: 16, arbitrary: fc.constant('Billed') },
        { weight: 4, arbitrary: fc.constant('Closed') },
        fc.constantFrom(...orderStatuses),
      ),
    ),
    terms: named(['Net 30', 'Net 60', 'Due on receipt']),
    location: named(['Montréal', 'Toronto', 'Halifax']),
    currency: named(['CAD', 'USD']),
    project: named(['Bridge 2', 'Bridge 10', 'bridge 2']),
    address: maybe(fc.constantFrom('1 Main Street\nMontréal', '2 Side Road\r\nToronto')),
    amounts: fc.tuple(maybe(amount), maybe(amount), maybe(amount)),
    units: maybe(fc.tuple(fc.nat(4), fc.nat(4), fc.nat(2))),
    expected: maybe(day),
    shipments: maybe(fc.array(day, { minLength: 1, maxLength: 3 })),
    tracking: several(fc.oneof(number('1Z'), fc.constantFrom('JD 0146-0000', 'ÉX/7'))),
    invoices: fc.option(
      fc.record({ numbers: several(number('INV')), open: fc.oneof(fc.constant('0.00'), amount), due: maybe(day) }),
      { freq: 2, nil: null },
    ),
  })
  .map((from): Omit<MirrorOrder, 'id'> => {
    const [tranDate, created, modified, effective] = from.days;
    const [subtotal, total, tax] = from.amounts;
    const shipments = from.shipments?.toSorted() ?? [];
    return {
      customer_id: from.customer?.[0] ?? null,
      customer_name: from.customer?.[1] ?? null,
      tran_id: from.tranId,
      memo: from.memo,
      other_ref_num: from.reference,
      email: from.email,
      tran_date: tranDate,
      created_date: created,
      last_modified_date: modified,
      sales_effective_date: effective,
      status_id: from.status === null ? null : statusId(from.status),
      status_name: from.status,
      ...reference('terms', from.terms),
      ...reference('location', from.location),
      ...reference('currency', from.currency),
      ...reference('project', from.project),
      bill_address: from.address,
      ship_address: from.address,
      subtotal,
      total,
      tax,
      expected_date: from.expected,
      ordered: from.units === null ? null : from.units[0] + from.units[1],
      shipped: from.units?.[1] ?? null,
      backordered: from.units?.[2] ?? null,
      first_shipped: shipments[0] ?? null,
      last_shipped: shipments.at(-1) ?? null,
      tracking: from.tracking,
      invoice_numbers: from.invoices?.numbers ?? null,
      invoices: from.invoices === null ? 0 : 1,
      open_amount: from.invoices?.open ?? null,
      due_date: from.invoices?.due ?? null,
    };
  });

function reference<Name extends string>(name: Name, value: readonly [string, string] | null) {
  const [id, refName] = value ?? [null, null];
  return { [`${name}_id`]: id, [`${name}_name`]: refName } as Record<`${Name}_id` | `${Name}_name`, string | null>;
}

/** Generates this many orders with ids from `firstId`; deterministic for a seed. */
export function generateOrders(count: number, seed: number, firstId = 1): MirrorOrder[] {
  return fc.sample(order, { numRuns: count, seed }).map((values, index) => ({ ...values, id: firstId + index }));
}

/** Upserts orders as the sync does: many in one statement, new or changed. */
export async function upsertOrders(pool: Pick<pg.Pool, 'query'>, orders: readonly MirrorOrder[]): Promise<void> {
  const [first] = orders;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const types = await pool.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = 'sales_orders'::regclass and attname = any($1)`,
    [columns],
  );
  const typed = types.rows.map(({ name, type }) => `${name} ${type}`).join(', ');
  await pool.query(
    `insert into sales_orders (${columns.join(', ')})
     select ${columns.join(', ')} from jsonb_to_recordset($1) as incoming (${typed})
     on conflict (id) do update set (${columns.join(', ')}) = row(${columns.map((name) => `excluded.${name}`).join(', ')})`,
    [JSON.stringify(orders)],
  );
}
