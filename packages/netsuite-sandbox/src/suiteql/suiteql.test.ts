import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { generateOrders } from '../generate/orders.ts';
import { errorOf, itemsOf, startTestSandbox } from '../testing/test-sandbox.ts';

const set = { orders: 60, customers: 12, seed: 7 };
const sandbox = await startTestSandbox({ data: { generate: set } });
const orders = [...generateOrders(set)];
afterEach(() => sandbox.control.reset());
afterAll(() => sandbox.stop());

const middle = orders[30];
const last = orders.at(-1);

/** The items of an answer without their (empty) links. */
async function rows(query: string): Promise<Record<string, unknown>[]> {
  const answer = await sandbox.query(query);
  expect(errorOf(answer).detail).toBeUndefined();
  return itemsOf(answer).map(({ links, ...item }) => item);
}

// suiteql-facts, section 1: UTC and TO_CHAR as in PostHog's netsuite.py, numbers as strings as in Tim Dietrich's captures;
// section 2: a status as one letter; Oracle's SQL: quotients with a rest, no time zone in TO_TIMESTAMP.
describe('a SuiteQL query', () => {
  const modified = (middle?.lastModifiedDate ?? '').replace('T', ' ').replace('Z', '');
  const changed = orders.filter((order) => (order.lastModifiedDate ?? '') >= (middle?.lastModifiedDate ?? ''));

  test.each<[string, string, unknown[]]>([
    ['counts', `SELECT COUNT(*) AS n FROM transaction WHERE type = 'SalesOrd'`, [{ n: '60' }]],
    [
      'finds the ends of the ids',
      `SELECT MIN(id) AS low, MAX(t.id) AS high FROM transaction t WHERE t.type = 'SalesOrd'`,
      [{ low: orders[0]?.id, high: last?.id }],
    ],
    [
      'takes a range of ids from both ends',
      `SELECT t.id FROM transaction t WHERE t.type = 'SalesOrd' AND t.id > ${orders[3]?.id} AND t.id <= ${orders[5]?.id} ORDER BY t.id`,
      orders.slice(4, 6).map(({ id }) => ({ id })),
    ],
    [
      'compares UTC times',
      `SELECT id FROM transaction WHERE type = 'SalesOrd' AND SYS_EXTRACT_UTC(lastmodifieddate) >= TO_TIMESTAMP('${middle?.lastModifiedDate}', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') ORDER BY id`,
      changed.map(({ id }) => ({ id })),
    ],
    [
      'compares UTC times read by TO_DATE',
      `SELECT id FROM transaction WHERE type = 'SalesOrd' AND SYS_EXTRACT_UTC(lastmodifieddate) >= TO_DATE('${modified}', 'YYYY-MM-DD HH24:MI:SS') ORDER BY id`,
      changed.map(({ id }) => ({ id })),
    ],
    [
      'gives the letter of a status',
      `SELECT status FROM transaction WHERE id = ${last?.id}`,
      [{ status: expect.stringMatching(/^[A-H]$/) }],
    ],
    [
      'joins the main line for the location',
      `SELECT t.id, tl.location, BUILTIN.DF(tl.location) AS location_name FROM transaction t, transactionline tl
       WHERE tl.transaction = t.id AND tl.mainline = 'T' AND t.id = ${middle?.id}`,
      [{ id: middle?.id, location: middle?.location?.id, location_name: middle?.location?.refName }],
    ],
    [
      'reads addresses by their keys, line breaks and all',
      `SELECT a.addrtext FROM transaction t, transactionbillingaddress a WHERE a.nkey = t.billingaddress AND t.id = ${middle?.id}`,
      [{ addrtext: middle?.billAddress }],
    ],
    // A guess (README.md).
    ['leaves nulls out', 'SELECT NULL AS a, 1 AS b FROM dual', [{ b: '1' }]],
    ['divides with a rest', 'SELECT 5 / 2 AS a, FLOOR(7 / 2) AS b FROM dual', [{ a: '2.5', b: '3' }]],
    ['reads a table of names', 'SELECT name FROM term WHERE id = 2', [{ name: 'Net 30' }]],
    [
      'keeps the hour that summer time skips',
      `SELECT TO_CHAR(TO_TIMESTAMP('2026-03-08 02:30:00', 'YYYY-MM-DD HH24:MI:SS'), 'HH24:MI') AS t FROM dual`,
      [{ t: '02:30' }],
    ],
  ])('%s', async (_name, query, expected) => {
    expect(await rows(query)).toEqual(expected);
  });

  // Oracle's help, section_157909186990 (the answer) and section_156414087576 (limit and offset).
  test('pages by offset with totals', async () => {
    const query = `SELECT id FROM transaction WHERE type = 'SalesOrd' ORDER BY id`;
    const first = await sandbox.query(query, { limit: 40 });
    expect(first.body).toMatchObject({ count: 40, offset: 0, totalResults: 60, hasMore: true });
    expect(first.headers.get('content-type')).toBe('application/vnd.oracle.resource+json; type=collection');
    const second = await sandbox.query(query, { limit: 40, offset: 40 });
    expect(second.body).toMatchObject({ count: 20, offset: 40, totalResults: 60, hasMore: false });
    expect([...itemsOf(first), ...itemsOf(second)].map(({ id }) => id)).toEqual(orders.map(({ id }) => id));
    const bounded = await sandbox.query('SELECT id FROM transaction WHERE ROWNUM <= 7', { limit: 5 });
    expect(bounded.body).toMatchObject({ count: 5, totalResults: 7, hasMore: true });
  });
});

// Oracle's help, section_157909186990 (Prefer: transient) and section_156414087576 (limit and offset).
describe('a SuiteQL request is refused', () => {
  const path = '/services/rest/query/v1/suiteql';
  const prefer = { prefer: 'transient' };
  const body = { q: 'SELECT id FROM transaction' };
  test.each<[string, string, object, Record<string, string>, number, string]>([
    ['without Prefer: transient', path, body, {}, 400, 'INVALID_PARAMETER'],
    ['with a limit above 1000', `${path}?limit=1001`, body, prefer, 400, 'INVALID_PARAMETER'],
    ['without q', path, {}, prefer, 400, 'INVALID_CONTENT'],
    ['with an offset between two pages', `${path}?limit=10&offset=15`, body, prefer, 400, 'INVALID_PARAMETER'],
    ['for an unknown column', path, { q: 'SELECT id, colour FROM transaction' }, prefer, 400, 'INVALID_PARAMETER'],
    ['for an unknown alias', path, { q: 'SELECT x.id FROM transaction t' }, prefer, 400, 'INVALID_PARAMETER'],
    ['for bad SQL', path, { q: 'SELECT id FROM transaction WHERE' }, prefer, 400, 'INVALID_PARAMETER'],
    ['for a division by zero', path, { q: 'SELECT 1 / 0 AS x FROM dual' }, prefer, 400, 'INVALID_PARAMETER'],
  ])('%s', async (_name, to, sent, headers, status, code) => {
    expect(errorOf(await sandbox.call('POST', to, { body: sent, headers }))).toMatchObject({ status, code });
  });

  test('when its body is no JSON', async () => {
    expect(errorOf(await sandbox.call('POST', path, { body: '{"q":', headers: prefer }))).toMatchObject({
      status: 400,
      code: 'INVALID_CONTENT',
    });
  });
});
