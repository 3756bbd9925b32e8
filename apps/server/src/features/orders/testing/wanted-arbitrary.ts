import type { ListQuery } from '@portal/contract/listing';
import { billingStates, orderStatuses, shippingStates } from '@portal/contract/values';
import fc from 'fast-check';
import { day, instant, type MirrorOrder } from './order-arbitrary.ts';
import { type ModelFilter, modelColumns } from './order-model.ts';

/** A request for an order list. */
export type Wanted = {
  search: string | null;
  filters: ModelFilter[];
  sortBy: string | null;
  sortOrder: 'ASC' | 'DESC';
};

/** The request as the web app sends it. */
export function toQuery({ search, filters, sortBy, sortOrder }: Wanted, page: number, limit: number): ListQuery {
  const entries = filters.map((filter): [string, unknown] => {
    if ('text' in filter) return [filter.column, filter.text];
    if ('among' in filter) return [filter.column, filter.among.join(',')];
    const name = filter.column === 'createdDate' ? 'createData' : filter.column;
    return [name, `${filter.from ?? ''},${filter.to ?? ''}`];
  });
  return {
    page,
    limit,
    sortOrder,
    ...(search === null ? {} : { search }),
    ...(sortBy === null ? {} : { sortBy }),
    ...(entries.length === 0 ? {} : { filter: JSON.stringify(Object.fromEntries(entries)) }),
  };
}

const ends = (arbitrary: fc.Arbitrary<string>) =>
  fc.tuple(fc.option(arbitrary), fc.option(arbitrary)).filter(([from, to]) => from !== null || to !== null);
export const range = (columns: fc.Arbitrary<string>, end: fc.Arbitrary<string>): fc.Arbitrary<ModelFilter> =>
  fc.tuple(columns, ends(end)).map(([column, [from, to]]) => ({ column, from, to }));
const among = (column: string, choices: readonly string[]) =>
  fc.record({ column: fc.constant(column), among: fc.subarray([...choices], { minLength: 1 }) });
const byStatus = among('status', orderStatuses);
const byShipping = among('shipping', shippingStates);
const byBilling = among('billing', billingStates);
const byCreation = range(fc.constant('createdDate'), fc.oneof(day, instant));

/** The sortable columns. */
export const sortable = Object.entries(modelColumns).flatMap(([id, column]) => (column.sortable ? [id] : []));
const sort = {
  sortBy: fc.option(fc.constantFrom(...sortable)),
  sortOrder: fc.constantFrom('ASC' as const, 'DESC' as const),
};

/** A request whose total comes from the daily counts. */
export const choicesAndDates: fc.Arbitrary<Wanted> = fc.record({
  search: fc.constant(null),
  filters: fc
    .tuple(fc.option(byStatus), fc.option(byShipping), fc.option(byBilling), fc.option(byCreation))
    .map((all) => all.filter((one) => one !== null)),
  ...sort,
});

/** Any request; search texts are taken from existing orders. */
export function wantedOf(orders: readonly MirrorOrder[]): fc.Arbitrary<Wanted> {
  const text = fc
    .oneof(
      fc.constantFrom(
        'acme',
        'ACME 1',
        'été',
        '%',
        '_',
        '\\',
        '50%',
        'a_c',
        'so1',
        'SO11',
        'bol-',
        'bol-1199',
        '.example',
        'y',
        'ΟΔΟΣ',
        'οδος ',
        'ΟΔΟς(1',
      ),
      fc.constantFrom(
        'orders@acme.example',
        'of no customer',
        'SIDE road',
        'montréal',
        'no such thing',
        'line\nbreak',
        '0% pure_juice',
        'po 11',
        ' ',
        "o'",
      ),
      fc.constantFrom(
        ...orders.slice(0, 200).flatMap((order) => [order.tran_id, order.memo, order.other_ref_num, order.tracking]),
      ),
      fc.constantFrom(
        ...orders.slice(0, 200).flatMap((order) => [order.invoice_numbers, order.total, order.open_amount]),
      ),
      fc.constantFrom(
        'so 11',
        '#11',
        'B.O.L. 119',
        'inv-12',
        '1Z 1',
        'jd01460000',
        '$',
        '- -',
        '(1)',
        '0%',
        'éx7',
        '1,234.50',
      ),
    )
    .map((value) => value ?? 'montré');
  const filter: fc.Arbitrary<ModelFilter> = fc.oneof(
    byStatus,
    byShipping,
    byBilling,
    byCreation,
    range(fc.constantFrom('expected', 'lastShipped', 'dueDate'), day),
    range(fc.constantFrom('ordered', 'shipped', 'backordered'), fc.nat(8).map(String)),
    range(fc.constant('openAmount'), fc.integer({ min: -600, max: 6000 }).map(String)),
    fc.record({
      column: fc.constant('tracking'),
      text: fc.constantFrom('1z1', 'JD 01', '0146', ', 1Z', 'éx', '/', '46-0000, 1z', '6 '),
    }),
    fc.record({
      column: fc.constantFrom('tranId', 'memo', 'otherRefNum', 'entity', 'email', 'terms', 'location'),
      text,
    }),
    fc.record({ column: fc.constantFrom('custbody_ns_project', 'billAddress', 'shipAddress', 'currency'), text }),
    range(fc.constant('lastModifiedDate'), fc.oneof(day, instant)),
    range(fc.constantFrom('tranDate', 'salesEffectiveDate'), day),
    range(
      fc.constantFrom('total', 'subtotal', 'custbody_stc_tax_after_discount'),
      fc.integer({ min: -600, max: 6000 }).map(String),
    ),
  );
  return fc.record({
    search: fc.option(text, { freq: 1 }),
    filters: fc.uniqueArray(filter, { maxLength: 3, selector: ({ column }) => column }),
    ...sort,
  });
}
