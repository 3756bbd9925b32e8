import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { generateOrders } from '../generate/orders.ts';
import { errorOf, itemsOf, startTestSandbox } from '../testing/test-sandbox.ts';

const set = { orders: 60, customers: 12, seed: 7 };
const sandbox = await startTestSandbox({ data: { generate: set } });
const orders = [...generateOrders(set)];
afterEach(() => sandbox.control.reset());
afterAll(() => sandbox.stop());

const utc = (column: string) => `TO_CHAR(SYS_EXTRACT_UTC(${column}), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const middle = orders[30];
const last = orders.at(-1);
const number = (id: string | undefined) => Number(id);

/** The items of an answer without their (empty) links. */
async function rows(query: string, params?: unknown[]): Promise<Record<string, unknown>[]> {
  const answer = await sandbox.query(query, params);
  expect(errorOf(answer).detail).toBeUndefined();
  return itemsOf(answer).map(({ links, ...item }) => item);
}

describe('a SuiteQL query', () => {
  const modified = (middle?.lastModifiedDate ?? '').replace('T', ' ').replace('Z', '');
  const changed = orders.filter((order) => (order.lastModifiedDate ?? '') >= (middle?.lastModifiedDate ?? ''));

  test.each<[string, string, unknown[] | undefined, unknown[]]>([
    ['counts', `SELECT COUNT(*) AS n FROM transaction WHERE type = 'SalesOrd'`, undefined, [{ n: '60' }]],
    [
      'finds the ends of the ids',
      `SELECT MIN(id) AS low, MAX(t.id) AS high FROM transaction t WHERE t.type = 'SalesOrd'`,
      undefined,
      [{ low: orders[0]?.id, high: last?.id }],
    ],
    ['names what has no name', 'SELECT COUNT(*), MAX(id) FROM customer WHERE id < 0', undefined, [{ expr1: '0' }]],
    [
      'pages by a key given as a number',
      'SELECT id FROM transaction WHERE id > ? ORDER BY id',
      [number(orders[57]?.id)],
      orders.slice(58).map(({ id }) => ({ id })),
    ],
    [
      'pages by a key given as text',
      'SELECT t.id FROM transaction t WHERE t.id > ? ORDER BY t.id',
      [orders[57]?.id],
      orders.slice(58).map(({ id }) => ({ id })),
    ],
    [
      'takes a range of ids from both ends',
      'SELECT t.id FROM transaction t WHERE t.id > ? AND t.id <= ? ORDER BY t.id',
      [orders[3]?.id, orders[5]?.id],
      orders.slice(4, 6).map(({ id }) => ({ id })),
    ],
    [
      'compares UTC times',
      `SELECT id FROM transaction WHERE SYS_EXTRACT_UTC(lastmodifieddate) >= TO_TIMESTAMP(?, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') ORDER BY id`,
      [middle?.lastModifiedDate],
      changed.map(({ id }) => ({ id })),
    ],
    [
      'compares UTC times read by TO_DATE',
      `SELECT id FROM transaction WHERE SYS_EXTRACT_UTC(lastmodifieddate) >= TO_DATE(?, 'YYYY-MM-DD HH24:MI:SS') ORDER BY id`,
      [modified],
      changed.map(({ id }) => ({ id })),
    ],
    [
      'shows the full UTC time only where it is asked for',
      `SELECT lastmodifieddate AS raw, ${utc('lastmodifieddate')} AS lastmodifieddate, trandate FROM transaction WHERE id = ?`,
      [middle?.id],
      [
        {
          raw: expect.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{4}$/),
          lastmodifieddate: middle?.lastModifiedDate,
          trandate: usDate(middle?.tranDate),
        },
      ],
    ],
    [
      'gives the letter of a status and the words behind it',
      'SELECT status, BUILTIN.DF(status) AS status_name FROM transaction WHERE id = ?',
      [last?.id],
      [{ status: expect.stringMatching(/^[A-H]$/), status_name: expect.stringMatching(/^Sales Order : /) }],
    ],
    [
      'joins the main line for the location',
      `SELECT t.id, tl.location, BUILTIN.DF(tl.location) AS location_name FROM transaction t
       LEFT JOIN transactionline tl ON tl.transaction = t.id AND tl.mainline = 'T' WHERE t.id = ?`,
      [middle?.id],
      [{ id: middle?.id, location: middle?.location?.id, location_name: middle?.location?.refName }],
    ],
    [
      'sums up lines by transaction',
      `SELECT tl.transaction, SUM(CASE WHEN tl.taxline = 'T' THEN 0 - tl.foreignamount ELSE 0 END) AS tax,
         SUM(CASE WHEN tl.taxline = 'F' AND NVL(tl.itemtype, '-') <> 'ShipItem' THEN 0 - tl.foreignamount ELSE 0 END) AS subtotal
       FROM transactionline tl WHERE tl.mainline = 'F' AND tl.transaction IN (?, ?) GROUP BY tl.transaction ORDER BY tl.transaction`,
      [middle?.id, last?.id],
      [middle, last].map((order) => ({
        transaction: order?.id,
        tax: String(order?.taxTotal),
        subtotal: String(order?.subtotal),
      })),
    ],
    [
      'reads addresses by their keys, line breaks and all',
      'SELECT a.nkey, a.addrtext FROM transactionbillingaddress a WHERE a.nkey IN (SELECT billingaddress FROM transaction WHERE id = ?)',
      [middle?.id],
      [{ nkey: expect.any(String), addrtext: middle?.billAddress }],
    ],
    [
      'bounds rows before it sorts them',
      'SELECT id FROM transaction WHERE ROWNUM <= 3 ORDER BY id DESC',
      undefined,
      orders
        .slice(0, 3)
        .reverse()
        .map(({ id }) => ({ id })),
    ],
    [
      'numbers rows',
      'SELECT * FROM (SELECT ROWNUM AS n, q.id FROM (SELECT id FROM transaction ORDER BY id DESC) q) WHERE n BETWEEN 2 AND 3',
      undefined,
      [orders[58], orders[57]].map((order, index) => ({ n: String(index + 2), id: order?.id })),
    ],
    [
      'leaves nulls out and shows text for booleans',
      "SELECT NULL AS a, '' AS b, 1 = 1 AS c FROM dual",
      undefined,
      [{ b: '', c: 'T' }],
    ],
    [
      'divides with a rest',
      'SELECT 5 / 2 AS a, FLOOR(id / 100000) AS b FROM transaction WHERE ROWNUM = 1',
      undefined,
      [{ a: '2.5', b: '0' }],
    ],
    ['reads a table of names', 'SELECT name FROM term WHERE id = ?', [2], [{ name: 'Net 30' }]],
    [
      'takes a date in the format of the user',
      'SELECT COUNT(*) n FROM transaction WHERE trandate = ?',
      [usDate(middle?.tranDate)],
      [{ n: String(orders.filter(({ tranDate }) => tranDate === middle?.tranDate).length) }],
    ],
    [
      'keeps the hour that summer time skips',
      `SELECT TO_CHAR(TO_TIMESTAMP('2026-03-08 02:30:00', 'YYYY-MM-DD HH24:MI:SS'), 'HH24:MI') AS t FROM dual`,
      undefined,
      [{ t: '02:30' }],
    ],
    [
      'combines selects',
      `SELECT 'a' AS v FROM dual UNION ALL SELECT 'b' FROM dual ORDER BY 1`,
      undefined,
      [{ v: 'a' }, { v: 'b' }],
    ],
  ])('%s', async (_name, query, params, expected) => {
    expect(await rows(query, params)).toEqual(expected);
  });

  test("knows the account's time", async () => {
    await sandbox.control.setClock(new Date('2026-07-01T02:00:00Z'), { frozen: true });
    // Ten in the evening of June 30th in Toronto.
    const [row] = await rows(`SELECT SYSDATE AS d, TO_CHAR(SYSDATE, 'HH24') AS h FROM dual`);
    expect(row).toEqual({ d: '6/30/2026', h: '22' });
  });

  test('shows no column of the sandbox in SELECT *', async () => {
    for (const table of [
      'transaction',
      'transactionline',
      'customer',
      'customersubsidiaryrelationship',
      'entityaddress',
    ]) {
      const [row = {}] = await rows(`SELECT * FROM ${table} WHERE ROWNUM = 1`);
      expect(Object.keys(row).filter((name) => name !== name.toLowerCase() || name.includes('$'))).toEqual([]);
      expect(Object.keys(row).length).toBeGreaterThan(2);
    }
  });

  test('pages by offset with totals and links', async () => {
    const first = await sandbox.query('SELECT id FROM transaction ORDER BY id', undefined, { limit: 40 });
    expect(first.body).toMatchObject({ count: 40, offset: 0, totalResults: 60, hasMore: true });
    expect(first.headers.get('content-type')).toBe('application/vnd.oracle.resource+json; type=collection');
    const second = await sandbox.query('SELECT id FROM transaction ORDER BY id', undefined, { limit: 40, offset: 40 });
    expect(second.body).toMatchObject({ count: 20, offset: 40, totalResults: 60, hasMore: false });
    expect([...itemsOf(first), ...itemsOf(second)].map(({ id }) => id)).toEqual(orders.map(({ id }) => id));
    const bounded = await sandbox.query('SELECT id FROM transaction WHERE ROWNUM <= 7', undefined, { limit: 5 });
    expect(bounded.body).toMatchObject({ count: 5, totalResults: 7, hasMore: true });
  });

  test('has the optional columns only where the account has them', async () => {
    const query = `SELECT t.saleseffectivedate, t.subtotal, t.location, BUILTIN.DF(t.location) AS l FROM transaction t WHERE t.id = ${middle?.id}`;
    expect(errorOf(await sandbox.query(query)).detail).toContain(
      "Unknown identifier 'saleseffectivedate'. Available identifiers are: {t=transaction}.",
    );
    await sandbox.control.change({ optionalColumns: ['saleseffectivedate', 'subtotal', 'location'] });
    expect(await rows(query)).toEqual([
      {
        saleseffectivedate: usDate(middle?.salesEffectiveDate),
        subtotal: String(middle?.subtotal),
        location: middle?.location?.id,
        l: middle?.location?.refName,
      },
    ]);
  });
});

describe('a SuiteQL request is refused', () => {
  const path = '/services/rest/query/v1/suiteql';
  const prefer = { prefer: 'transient' };
  const body = { q: 'SELECT id FROM transaction' };
  test.each<[string, string, object, Record<string, string>, number, string]>([
    ['without Prefer: transient', path, body, {}, 400, 'INVALID_PARAMETER'],
    ['with a limit above 1000', `${path}?limit=1001`, body, prefer, 400, 'INVALID_PARAMETER'],
    ['without q', path, {}, prefer, 400, 'INVALID_CONTENT'],
    ['with parameters that are no list', path, { ...body, params: 'x' }, prefer, 400, 'INVALID_CONTENT'],
    [
      'with a parameter too few',
      path,
      { q: 'SELECT id FROM transaction WHERE id = ?' },
      prefer,
      400,
      'INVALID_PARAMETER',
    ],
    ['with a parameter too many', path, { ...body, params: [1] }, prefer, 400, 'INVALID_PARAMETER'],
    [
      'with a parameter of the wrong kind',
      path,
      { q: 'SELECT id FROM transaction WHERE id = ?', params: ['x'] },
      prefer,
      400,
      'INVALID_PARAMETER',
    ],
    ['for an unknown column', path, { q: 'SELECT id, colour FROM transaction' }, prefer, 400, 'INVALID_PARAMETER'],
    ['for an unknown alias', path, { q: 'SELECT x.id FROM transaction t' }, prefer, 400, 'INVALID_PARAMETER'],
    ['for bad SQL', path, { q: 'SELECT id FROM transaction WHERE' }, prefer, 400, 'INVALID_PARAMETER'],
    ['for a division by nought', path, { q: 'SELECT 1 / 0 AS x FROM dual' }, prefer, 400, 'INVALID_PARAMETER'],
  ])('%s', async (_name, to, sent, headers, status, code) => {
    expect(errorOf(await sandbox.call('POST', to, { body: sent, headers }))).toMatchObject({ status, code });
  });

  test('when its body is no JSON', async () => {
    expect(errorOf(await sandbox.call('POST', path, { body: '{"q":', headers: prefer }))).toMatchObject({
      status: 400,
      code: 'INVALID_CONTENT',
    });
  });

  test('when the role may not use it, or the account takes no parameters', async () => {
    await sandbox.control.change({ suiteqlAllowed: false });
    expect(errorOf(await sandbox.query(body.q))).toMatchObject({ status: 403, code: 'INSUFFICIENT_PERMISSION' });
    await sandbox.control.change({ suiteqlAllowed: true, queryParameters: false });
    expect(errorOf(await sandbox.query('SELECT id FROM transaction WHERE id = ?', [1]))).toMatchObject({
      status: 400,
      code: 'INVALID_CONTENT',
    });
  });
});

function usDate(iso: string | undefined): string | undefined {
  const [year, month, day] = (iso ?? '').split('-').map(Number);
  return iso === undefined ? undefined : `${month}/${day}/${year}`;
}
