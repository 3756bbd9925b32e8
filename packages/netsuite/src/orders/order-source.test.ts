import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { NetsuiteError } from '../client/netsuite-error.ts';
import { readOpenings } from '../source/openings.ts';
import { everything } from '../source/record-source.ts';
import { orderFromRecord } from '../testing/order-from-record.ts';
import { readBySource } from '../testing/read-by-source.ts';
import { startConnectedSandbox } from '../testing/sandbox.ts';
import { createOrderSource } from './order-source.ts';

const sandbox = await startConnectedSandbox({ data: { generate: { orders: 1200, customers: 40, seed: 11 } } });
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.control.reset());

/** Expected orders by id, mapped from the record bodies by code independent of the product's. */
async function readBodies() {
  const bodies = await sandbox.control.listRecords('salesOrder');
  return new Map(bodies.map((body) => [String(body.id), orderFromRecord(body)]));
}

const expected = await readBodies();
const source = () => createOrderSource(sandbox.connect());

describe('orders read by SuiteQL equal the records', () => {
  test('in an account without the optional columns', async () => {
    expect(await readBySource(source(), 1000)).toEqual(expected);
  });

  test('in an account whose transaction table has all of them', async () => {
    await sandbox.control.change({
      columns: {
        'transaction.saleseffectivedate': 'shown',
        'transaction.subtotal': 'shown',
        'transaction.location': 'shown',
      },
    });
    expect(await readBySource(source(), 1000)).toEqual(expected);
  });

  test('in an account whose transaction table leaves the sales effective date empty', async () => {
    await sandbox.control.change({
      columns: { 'transaction.saleseffectivedate': 'shown', 'transaction.location': 'shown' },
    });
    const client = sandbox.connect();
    const read = async (...[query, call]: Parameters<typeof client.suiteql>) => {
      const page = await client.suiteql(query, call);
      if (!query.q.includes('FROM transaction ')) return page;
      return { ...page, items: page.items.map((row) => ({ ...row, saleseffectivedate: null })) };
    };
    const emptied = createOrderSource({ ...client, suiteql: read });
    expect(await readBySource(emptied, 1000)).toEqual(expected);
  });

  // suiteql-facts, section 1: short pages with hasMore, and offsets that the limit must divide.
  test('in an account that answers short pages', async () => {
    const short = await startConnectedSandbox({ data: { generate: { orders: 12, customers: 3, seed: 4 } } });
    const bodies = (await short.control.listRecords('salesOrder')).map(
      (body) => [body.id, orderFromRecord(body)] as const,
    );
    await short.control.change({ pageRows: 2 });
    const shortSource = createOrderSource(short.connect());
    expect(await readBySource(shortSource, 1000)).toEqual(new Map(bodies));
    const buckets = await shortSource.open(new Set()).buckets(everything, 3n);
    expect(buckets?.reduce((sum, { count }) => sum + count, 0)).toBe(12);
    await short.stop();
  });

  test('with a line that was inserted above others', async () => {
    const small = await startConnectedSandbox({ data: { generate: { orders: 12, customers: 3, seed: 4 } } });
    const readRecords = () => small.control.listRecords('salesOrder');
    const { id = '', item } = (await readRecords()).find((body) => (body.item?.items?.length ?? 0) > 2) ?? {};
    const [first, ...others] = item?.items ?? [];
    await small.control.patchRecord('salesOrder', id, { item: { items: [...others, first] } });
    const bodies = (await readRecords()).map((body) => [body.id, orderFromRecord(body)] as const);
    expect(await readBySource(createOrderSource(small.connect()), 1000)).toEqual(new Map(bodies));
    await small.stop();
  });

  test('with a text that is cut where it would be too long for an index of PostgreSQL', async () => {
    const small = await startConnectedSandbox({ data: { generate: { orders: 1, customers: 1, seed: 4 } } });
    const [body] = await small.control.listRecords('salesOrder');
    const long = `${'x'.repeat(599)}😀 and more`;
    await small.control.patchRecord('salesOrder', body?.id ?? '', { memo: long, otherRefNum: long });
    const [order] = (await readBySource(createOrderSource(small.connect()), 1000)).values();
    expect(order).toMatchObject({ memo: long, otherRefNum: `${'x'.repeat(599)}\uFFFD` });
    await small.stop();
  });

  test('when the record service refuses locked records', async () => {
    const [first = '', second = ''] = expected.keys();
    await sandbox.control.change({ locked: { salesOrder: [first, second] } });
    expect(await readBySource(source(), 1000)).toEqual(expected);
    expect(await source().exists(first)).toBe(true);
    expect(await source().exists('999999999')).toBe(false);
  });

  test('with empty addresses where the role may not see their table', async () => {
    await sandbox.control.change({ hiddenTables: ['transactionshippingaddress'] });
    const withoutAddress = [...expected].map(([id, order]) => [id, { ...order, shipAddress: null }] as const);
    expect(await readBySource(source(), 1000)).toEqual(new Map(withoutAddress));
  });

  // suiteql-facts, section 3: some accounts refuse `itemtype`, without which shipping cannot be told from what was sold.
  // suiteql-facts, section 3: `itemtype` of lines is refused, use `item.itemtype`.
  test('in an account that shows the types of lines in the table of items alone', async () => {
    await sandbox.control.change({ columns: { 'transactionline.itemtype': 'unknown' } });
    expect(await readBySource(source(), 1000)).toEqual(expected);
  });

  // suiteql-facts, section 3: the lines of a transaction hold its discount too, as an item.
  test('without the line of a discount on the whole order', async () => {
    const client = sandbox.connect();
    const discount = { mainline: 'F', taxline: 'F', transactiondiscount: 'T', itemtype: 'Discount', item: '403' };
    const suiteql: typeof client.suiteql = async (query, call) => {
      const page = await client.suiteql(query, call);
      if (!query.q.includes('FROM transactionline d')) return page;
      const withDiscount = (row: (typeof page.items)[number]) =>
        row.mainline === 'T' ? [row, { ...row, ...discount, id: '900', foreignamount: '25' }] : [row];
      return { ...page, items: page.items.flatMap(withDiscount) };
    };
    expect(await readBySource(createOrderSource({ ...client, suiteql }), 1000)).toEqual(expected);
  });

  // suiteql-facts, section 2: `total` is in the account's currency, not in the order's.
  test('without a total where the account has several currencies and hides the amount in that of the order', async () => {
    await sandbox.control.change({ columns: { 'transaction.foreigntotal': 'unknown' } });
    const withoutTotal = [...expected].map(([id, order]) => [id, { ...order, total: null }] as const);
    expect(await readBySource(source(), 1000)).toEqual(new Map(withoutTotal));
  });

  test('without a subtotal where the types of lines are missing', async () => {
    await sandbox.control.change({ columns: { 'transactionline.itemtype': 'unknown', 'item.itemtype': 'unknown' } });
    const orders = await readBySource(source(), 1000);
    for (const [id, { lines: _, ...order }] of orders)
      expect({ ...expected.get(id), subtotal: null }).toMatchObject(order);
    expect(orders.size).toBe(expected.size);
  });

  test.each(['mainline', 'taxline'])('never with wrong sums because the column %s fails', async (column) => {
    await sandbox.control.change({ columns: { [`transactionline.${column}`]: 'server error' } });
    await expect(readBySource(source(), 10)).rejects.toThrow('NetSuite could not answer');
  });

  // suiteql-facts, section 7: a missing permission hides the table of names, and not the references to it.
  test('with the names that they show where the role may not see the tables of names', async () => {
    await sandbox.control.change({ hiddenTables: ['customer', 'term', 'currency', 'location', 'item', 'job'] });
    expect(await readBySource(source(), 1000)).toEqual(expected);
  });

  test('beside one that cannot be read and that would show the name of a term, which another shows', async () => {
    const [unreadable = ''] = [...expected].find(([, order]) => order.termsId !== null) ?? [];
    await sandbox.control.change({ hiddenTables: ['term'], unreadable: { salesOrder: [unreadable] } });
    const others = [...expected].filter(([id]) => id !== unreadable).slice(0, 1000);
    const orders = source();
    const { rows } = await orders.open(await orders.probe()).read(others.map(([id]) => id));
    expect(rows).toEqual(others.map(([, order]) => order));
  });

  test('with an id in place of a name that fails wherever it is read, which a note says', async () => {
    const { termsId = null } = [...expected.values()].find((order) => order.termsId !== null) ?? {};
    const client = sandbox.connect();
    const suiteql: typeof client.suiteql = async (query, call) => {
      const page = await client.suiteql(query, call);
      const isTerm = ({ id, value }: (typeof page.items)[number]) =>
        (query.q.includes('BUILTIN.DF') ? value : id) === termsId;
      if (/FROM term n|BUILTIN.DF\(r.terms\)/.test(query.q) && page.items.some(isTerm))
        throw new NetsuiteError({ kind: 'unavailable', status: 500, code: 'UNEXPECTED_ERROR', detail: '' });
      return page;
    };
    const orders = createOrderSource({ ...client, suiteql });
    const reader = orders.open(await orders.probe());
    const { rows } = await reader.read([...expected.keys()].slice(0, 1000));
    const named = [...expected.values()].slice(0, 1000);
    expect(rows).toEqual(named.map((order) => (order.termsId === termsId ? { ...order, termsName: termsId } : order)));
    const note = 'NetSuite does not show some names of the table term, which stay as last known, or ids.';
    expect([...reader.notes]).toEqual([note]);
  });

  test('with ids in place of names that NetSuite does not compute', async () => {
    await sandbox.control.change({ hiddenTables: ['term', 'location', 'item'] });
    const client = sandbox.connect();
    const suiteql: typeof client.suiteql = async (query, call) =>
      query.q.includes('BUILTIN.DF') ? { items: [], hasMore: false } : client.suiteql(query, call);
    const orders = await readBySource(createOrderSource({ ...client, suiteql }), 1000);
    for (const { termsId, termsName, locationId, locationName } of orders.values()) {
      expect([termsName, locationName]).toEqual([termsId, locationId]);
    }
  });

  // rest-facts, section 1: without SuiteAnalytics Workbook, every query is refused.
  test('never as if the account had no columns because the role has lost SuiteQL', async () => {
    await sandbox.control.change({ suiteqlAllowed: false });
    await expect(source().probe()).rejects.toThrow('SuiteAnalytics Workbook');
  });

  // suiteql-facts, section 7: what NetSuite refuses, it may also answer with a bare 500.
  test.each([400, 500])('without a date that it shows and does not convert: status %i', async (status) => {
    const kind = status === 400 ? 'refused' : 'unavailable';
    const client = sandbox.connect();
    const suiteql: typeof client.suiteql = async (query, call) => {
      if (!/TO_CHAR\((r\.)?shipdate/.test(query.q)) return client.suiteql(query, call);
      throw new NetsuiteError({
        kind,
        status,
        code: null,
        detail: 'Search error occurred: Invalid or unsupported search.',
      });
    };
    const withoutDate = [...expected].map(([id, order]) => [id, { ...order, expectedDate: null }] as const);
    expect(await readBySource(createOrderSource({ ...client, suiteql }), 1000)).toEqual(new Map(withoutDate));
  });

  // suiteql-facts, section 1: sources disagree on whether SuiteQL has ROWNUM.
  test.each(["Unknown identifier 'ROWNUM'. Available identifiers are: {a=a}.", 'Invalid or unsupported search.'])(
    'in an account that has no ROWNUM: %s',
    async (words) => {
      const failure = { kind: 'refused', status: 400, code: 'INVALID_PARAMETER' } as const;
      const client = sandbox.connect();
      const suiteql: typeof client.suiteql = async (query, call) => {
        if (!query.q.includes('ROWNUM')) return client.suiteql(query, call);
        throw new NetsuiteError({ ...failure, detail: `Search error occurred: ${words}` });
      };
      expect(await createOrderSource({ ...client, suiteql }).probe()).toEqual(await source().probe());
    },
  );

  test('never as if a column were missing because four queries of it in a row failed by chance', async () => {
    const client = sandbox.connect();
    const column = 'transaction.otherrefnum';
    await sandbox.control.change({ columns: { [column]: 'server error' } });
    let asked = 0;
    const suiteql: typeof client.suiteql = async (query, call) => {
      asked += query.q.includes('otherrefnum') ? 1 : 0;
      if (asked === 5) await sandbox.control.change({ columns: { [column]: 'shown' } });
      return client.suiteql(query, call);
    };
    expect(await createOrderSource({ ...client, suiteql }).probe()).toContain(column);
  });

  test('never as if names were hidden because the role has lost SuiteQL', async () => {
    await sandbox.control.change({ suiteqlAllowed: false });
    await expect(
      source()
        .open(new Set())
        .loadNames([{ type: 'term', id: '1', name: 'Net 30' }]),
    ).rejects.toThrow('SuiteAnalytics Workbook');
  });

  // suiteql-facts, sections 3 and 7: fewer rows without an error, while every order has a main line.
  test.each(['salesorder', 'transactionline'])(
    'except those that a role loses before the query of %s, which fail and keep what was mirrored',
    async (table) => {
      const client = sandbox.connect();
      const suiteql: typeof client.suiteql = async (query, call) => {
        if (query.q.includes(`FROM ${table} d`)) {
          // Later than the other queries, as after an answer 429.
          await setTimeout(300);
          await sandbox.control.change({ subsidiaries: ['2'] });
        }
        return client.suiteql(query, call);
      };
      const orders = createOrderSource({ ...client, suiteql });
      const { rows, failures } = await orders.open(await orders.probe()).read([...expected.keys()].slice(0, 100));
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toEqual(expected.get(row.id));
      expect(rows.length + failures.length).toBe(100);
      expect(failures[0]?.reason).toBe('SuiteQL returned no lines of this transaction.');
    },
  );

  test('in at most four requests a page once the names are known, whatever the account lacks', async () => {
    await sandbox.control.change({ hiddenTables: ['transactionshippingaddress'] });
    const reader = source().open(await source().probe());
    const range = { after: '0', upTo: [...expected.keys()].at(-1) ?? '' };
    const page = () => reader.page({ since: null, customerId: null, from: null, to: null }, range, 100);
    await page();
    await sandbox.control.resetRequests();
    await page();
    // Header, billing addresses, subtype columns and lines; names are known from the first page.
    const { total } = await sandbox.control.requests();
    expect(total).toBeLessThanOrEqual(4);
  });

  test('in hardly more requests than the lines fill pages', async () => {
    const client = sandbox.connect();
    const countLines = `SELECT COUNT(l.id) AS lines FROM transactionline l, transaction t
      WHERE t.id = l.transaction AND t.type = 'SalesOrd'`;
    const lines = Number((await client.suiteql({ q: countLines })).items[0]?.lines);
    expect(lines).toBeGreaterThan(5000);
    const reader = source().open(await source().probe());
    const ids = [...expected.keys()];
    await reader.read(ids.slice(0, 100));
    await sandbox.control.resetRequests();
    for (const part of [ids.slice(0, 1000), ids.slice(1000)]) await reader.read(part);
    // Besides the lines: headers, two kinds of addresses and subtype columns for each part, and names. Requests that
    // the limit refused are sent again.
    const { byStatus } = await sandbox.control.requests();
    expect(byStatus['200']).toBeLessThanOrEqual(2 * 4 + 3 + 1.4 * (lines / 1000));
  });
});

// suiteql-facts, section 7: the forms in which a column is refused, one of them a bare 500.
test.each(['unknown', 'removed', 'not exposed', 'server error'] as const)(
  'changed orders are found when the date of lines is lost after the last probe (%s)',
  async (state) => {
    const [id = ''] = expected.keys();
    const connected = sandbox.connect();
    // suiteql-facts, section 1: some accounts refuse COUNT(*) on transaction.
    const suiteql: typeof connected.suiteql = (query, call) =>
      connected.suiteql({ ...query, q: query.q.replace('COUNT(*)', 'REFUSED(*)') }, call);
    const client = { ...connected, suiteql };
    const columns = await createOrderSource(client).probe();
    const open = async () => {
      const [opening] = await readOpenings(client, [{ type: 'SalesOrd', columns }], { ...everything, since });
      return { changed: opening?.summary.changed, changedByLines: opening?.changedByLines };
    };
    const since = new Date('2026-06-10T00:00:00Z');
    await sandbox.control.setClock(new Date('2026-06-10T09:00:00Z'));
    await sandbox.control.patchRecord('salesOrder', id, { memo: 'changed' });
    expect(await open()).toEqual({ changed: 1, changedByLines: [id] });
    await sandbox.control.change({ columns: { 'transactionline.linelastmodifieddate': state } });
    expect(await open()).toEqual({ changed: 1, changedByLines: null });
  },
);
