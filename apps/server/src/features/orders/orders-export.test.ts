import { listOrdersOfCustomer } from '@portal/contract/customers';
import {
  exportOrders,
  listAssignedOrders,
  listCustomerOrders,
  listOrders,
  type Order,
  type OrderProgress,
  type OrderRawData,
} from '@portal/contract/orders';
import { type Role, roles } from '@portal/contract/permissions';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { escapeFormula, escapeFormulas } from '../../listing/export/escape-formula.ts';
import { type ExportQueryText, fetchExport, readCsv, readWorkbook } from '../../listing/export/testing/read-export.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { generateOrders, upsertOrders } from './testing/order-arbitrary.ts';
import { hiddenColumnIds, numberColumnIds } from './testing/order-model.ts';
import { toQuery, type Wanted, wantedOf } from './testing/wanted-arbitrary.ts';

const app = await startTestApp();
afterAll(app.close);
const { db, pool } = app.database;

/** Texts that would be formulas, among other texts. */
const dangerous = ['=1+1', '+1', '-1', '@A1', '\t=1', '＝1', 'a;=1', 'a "quote", and a\r\nline', '_x0041_', '\u0001'];
const orders = generateOrders(640, 20_261_121).map((order) =>
  order.id % 5 === 0 ? { ...order, memo: dangerous[order.id % dangerous.length] ?? null } : order,
);
/** Ends of access, with their texts in files: the day in New York, and the instant within a day. */
const ends: Record<string, string> = {
  '2031-05-09T03:59:59.999Z': '2031-05-08',
  '2031-05-09T14:05:07Z': '2031-05-09T14:05:07Z',
};
type Caller = { user: SignedIn; list: typeof listOrders | typeof listCustomerOrders | typeof listAssignedOrders };
const callers = new Map<Role, Caller>();

beforeAll(async () => {
  await upsertOrders(pool, orders);
  const [admin, member] = [await app.signIn('admin'), await app.signIn('member')];
  const guest = await app.signIn('customer_guest');
  const [endOfDay, inDay] = Object.keys(ends);
  const terms = [{}, { note: '=1+1' }, { note: 'Dock 4', expires_at: endOfDay }, { expires_at: inDay }];
  const own = orders
    .filter(({ id }) => id % 3 === 0)
    .map(({ id }) => ({ user_id: guest.id, order_id: id, note: null, expires_at: null, ...terms[id % 4] }));
  await db.insertInto('order_assignments').values(own).execute();
  callers.set('admin', { user: admin, list: listOrders });
  callers.set('member', { user: member, list: listCustomerOrders });
  callers.set('customer_admin', { user: await app.signIn('customer_admin'), list: listCustomerOrders });
  callers.set('customer_member', {
    user: await app.signIn('customer_member', { customerId: '3' }),
    list: listCustomerOrders,
  });
  callers.set('customer_guest', { user: guest, list: listAssignedOrders });
});
const callerOf = (name: Role) => callers.get(name) ?? Promise.reject(new Error(name));
const names = roles;

/** Columns that only guests have. */
const assignmentIds = ['carrier', 'until', 'note'] as const;
type AssignmentId = (typeof assignmentIds)[number];
type ColumnId = keyof OrderRawData | keyof OrderProgress | AssignmentId;
const headers: Record<ColumnId, string> = {
  tranId: 'Sales Order #',
  memo: 'BOL In #',
  otherRefNum: 'Purchase Order #',
  entity: 'Customer',
  status: 'Status',
  tranDate: 'Order Date',
  createdDate: 'Created Date',
  lastModifiedDate: 'Last Modified',
  salesEffectiveDate: 'Sales Effective Date',
  email: 'Email',
  terms: 'Terms',
  location: 'Location',
  currency: 'Currency',
  custbody_ns_project: 'Project',
  billAddress: 'Billing Address',
  shipAddress: 'Shipping Address',
  subtotal: 'Subtotal',
  custbody_stc_tax_after_discount: 'Tax',
  total: 'Total',
  shipping: 'Shipping',
  ordered: 'Ordered',
  shipped: 'Shipped',
  backordered: 'Backordered',
  tracking: 'Tracking',
  expected: 'Expected',
  lastShipped: 'Last Shipped',
  billing: 'Billing',
  dueDate: 'Due Date',
  openAmount: 'Open Amount',
  carrier: 'Carrier',
  until: 'Access Until',
  note: 'Note',
};
const columnIds = Object.keys(headers) as ColumnId[];
const isAssignment = (id: ColumnId) => (assignmentIds as readonly string[]).includes(id);
const idsFor = (name: Role) =>
  columnIds.filter((id) => (isAssignment(id) ? name === 'customer_guest' : !hiddenColumnIds(name).includes(id)));

/** All pages of the list. */
async function readPages({ user, list }: Caller, wanted: Partial<Wanted>): Promise<Order[]> {
  const items: Order[] = [];
  for (let page = 1; ; page += 1) {
    const asked = { search: null, filters: [], sortBy: null, sortOrder: 'DESC' as const, ...wanted };
    const { body } = await app.call(list, { token: user.token, query: toQuery(asked, page, 100) });
    items.push(...body.items);
    if (page >= body.pages) return items;
  }
}

const isMoney = (id: ColumnId) => ['subtotal', 'custbody_stc_tax_after_discount', 'total', 'openAmount'].includes(id);
const isDate = (id: ColumnId) => id.endsWith('Date') || ['expected', 'lastShipped', 'until'].includes(id);

/** Value as text; states by their names, several tracking numbers separated by commas. */
function textOf({ rawData, progress, assignment }: Order, id: ColumnId): string | undefined {
  if (id === 'until') return ends[String(assignment?.until)];
  if (isAssignment(id)) return assignment?.[id as AssignmentId] ?? undefined;
  const value = progress?.[id as keyof OrderProgress];
  if (id === 'shipping' || id === 'billing') return stateNames[String(value)];
  if (value !== undefined) return Array.isArray(value) ? value.join(', ') : String(value);
  const field = rawData[id as keyof OrderRawData];
  return typeof field === 'object' ? field.refName : field;
}

const stateNames: Record<string, string> = {
  'awaiting-approval': 'Awaiting approval',
  'not-shipped': 'Not shipped',
  'partly-shipped': 'Partly shipped',
  shipped: 'Shipped',
  closed: 'Closed',
  cancelled: 'Cancelled',
  'not-billed': 'Not billed',
  'partly-billed': 'Partly billed',
  billed: 'Billed',
  paid: 'Paid',
};

function csvCell(order: Order, id: ColumnId): string {
  const text = textOf(order, id);
  return text === undefined || isDate(id) || isMoney(id) ? (text ?? '') : escapeFormulas(text);
}

function workbookCell(order: Order, id: ColumnId): unknown {
  const text = textOf(order, id);
  if (text === undefined) return null;
  if (isMoney(id) || ['ordered', 'shipped', 'backordered'].includes(id)) return Number(text);
  return isDate(id) && text !== ends['2031-05-09T14:05:07Z'] ? new Date(text) : escapeFormula(text);
}

const ask = (user: SignedIn, query: ExportQueryText) => fetchExport(app, exportOrders, user.token, query);

describe('an export', () => {
  test('has the rows of all pages in the same order, for any search, filters, sort and role', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), wantedOf(orders), async (name, wanted) => {
        const used = [...wanted.filters.map(({ column }) => column), wanted.sortBy];
        fc.pre(!used.some((id) => hiddenColumnIds(name).includes(id ?? '')));
        const caller = await callerOf(name);
        const items = await readPages(caller, wanted);
        const { page: _page, limit: _limit, ...view } = toQuery(wanted, 1, 1);
        const response = await ask(caller.user, { format: 'csv', ...view });
        expect(response.status).toBe(200);
        expect(response.headers.get('x-row-count')).toBe(String(items.length));
        const { header, rows } = await readCsv(response);
        const ids = idsFor(name);
        expect(header).toEqual(ids.map((id) => headers[id]));
        expect(rows).toEqual(items.map((item) => ids.map((id) => csvCell(item, id))));
      }),
      { numRuns: 60 },
    );
  });

  test.each(names)(
    'as a workbook, for a %s, has numbers as numbers, dates as dates and text as it is',
    async (name) => {
      const caller = await callerOf(name);
      const items = await readPages(caller, {});
      const response = await ask(caller.user, { format: 'xlsx' });
      expect(response.headers.get('x-row-count')).toBe(String(items.length));
      const { header, rows, sheets } = await readWorkbook(response);
      const ids = idsFor(name);
      expect(sheets).toEqual(['Orders']);
      expect(header).toEqual(ids.map((id) => headers[id]));
      const expected = items.map((item) => ids.map((id) => workbookCell(item, id)));
      expect(rows.map((row) => ids.map((_, index) => row[index] ?? null))).toEqual(expected);
    },
  );

  test('has the requested columns in the requested order', async () => {
    const caller = await callerOf('admin');
    const response = await ask(caller.user, {
      format: 'csv',
      columns: 'total,tranId,entity.refName,entity',
      sortBy: 'total',
    });
    const { header, rows } = await readCsv(response);
    expect(header).toEqual(['Total', 'Sales Order #', 'Customer']);
    const items = await readPages(caller, { sortBy: 'total', sortOrder: 'ASC' });
    const ids = ['total', 'tranId', 'entity'] as const;
    expect(rows).toEqual(items.map((item) => ids.map((id) => csvCell(item, id))));
  });

  test.each(['csv', 'xlsx'])('has a row for each order as %s, even if all cells are empty', async (format) => {
    const { user } = await callerOf('admin');
    const response = await ask(user, { format, columns: 'memo' });
    const { rows } = await (format === 'csv' ? readCsv : readWorkbook)(response);
    expect(rows.filter(([memo]) => memo === '' || memo === null).length).toBeGreaterThan(10);
    expect(rows).toHaveLength(orders.length);
  });

  test('has a BOM for Excel and a file name, and is not cached, sniffed or compressed', async () => {
    const { user } = await callerOf('admin');
    const init = { headers: { authorization: `Bearer ${user.token}`, 'accept-encoding': 'br, gzip' } };
    const day = app.clock.now().toISOString().slice(0, 10);
    const csv = await app.fetch('/api/netsuite-sales-orders/export?format=csv', init);
    expect([...new Uint8Array(await csv.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const xlsx = await app.fetch('/api/netsuite-sales-orders/export?format=xlsx', init);
    expect(new TextDecoder().decode((await xlsx.arrayBuffer()).slice(0, 2))).toBe('PK');
    for (const [response, type, ending] of [
      [csv, 'text/csv; charset=utf-8', 'csv'],
      [xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ] as const) {
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename="orders-${day}.${ending}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(response.headers.get('content-encoding')).toBeNull();
    }
  });

  test('contains only the header for an empty list', async () => {
    const { user } = await callerOf('admin');
    for (const format of ['csv', 'xlsx']) {
      const response = await ask(user, { format, search: 'no such thing at all' });
      expect(response.headers.get('x-row-count')).toBe('0');
      const { header, rows } = await (format === 'csv' ? readCsv : readWorkbook)(response);
      expect([header.length, rows]).toEqual([idsFor('admin').length, []]);
    }
  });

  test.each([
    [{}, 'format'],
    [{ format: 'pdf' }, 'format'],
    [{ format: 'csv', columns: 'total,nothing' }, "columns: there is no column 'nothing' to export."],
    [{ format: 'csv', sortBy: 'nothing' }, "sortBy: there is no column 'nothing' to sort by."],
    [{ format: 'csv', filter: '{"nothing":"x"}' }, "there is no column 'nothing' to filter by."],
    [{ format: 'xlsx', filter: 'x' }, 'filter: must be a JSON object'],
    [{ format: 'csv', filter: '{"assignment":"x"}' }, "there is no column 'assignment' to filter by."],
  ] as const)('%j is refused by name', async (query, message) => {
    const response = await ask((await callerOf('admin')).user, query);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining(message) }),
    ]);
  });

  test.each(assignmentIds)('has no %s for others than guests', async (id) => {
    const response = await ask((await callerOf('admin')).user, { format: 'csv', columns: id });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(`no column '${id}'`)]);
  });

  test.each(['billing', 'dueDate', 'openAmount'])('never shows %s to a guest', async (id) => {
    const { user } = await callerOf('customer_guest');
    const response = await ask(user, { format: 'csv', columns: id });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(`no column '${id}'`)]);
  });

  test.each(numberColumnIds)('never shows %s to a guest', async (id) => {
    const { user } = await callerOf('customer_guest');
    for (const query of [{ columns: id }, { sortBy: id }, { filter: JSON.stringify({ [id]: 'x' }) }]) {
      const response = await ask(user, { format: 'csv', ...query });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(`no column '${id}'`);
    }
    const some = orders.filter((order) => order.id % 3 === 0).map(({ tran_id }) => tran_id ?? '');
    const text = await (await ask(user, { format: 'csv' })).text();
    expect(some.filter((number) => number !== '' && text.includes(number))).toEqual([]);
    const found = await ask(user, { format: 'csv', search: some.find((number) => number !== '') });
    expect(found.headers.get('x-row-count')).toBe('0');
    // The next export waits for the end of this one.
    await found.text();
  });

  test('its route is not shadowed by the order route', async () => {
    const { user } = await callerOf('admin');
    expect((await app.fetch('/api/netsuite-sales-orders/export?format=csv')).status).toBe(401);
    const other = await app.call(listOrdersOfCustomer, { token: user.token, params: { id: 'export' } });
    expect(other.status).toBe(400);
  });
});
