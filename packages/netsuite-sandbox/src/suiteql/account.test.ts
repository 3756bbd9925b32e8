import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, itemsOf, startTestSandbox } from '../testing/test-sandbox.ts';

const sandbox = await startTestSandbox({ data: { generate: { orders: 60, customers: 12, seed: 7 } } });
const { control } = sandbox;
afterEach(() => control.reset());
afterAll(() => sandbox.stop());

const recordPath = '/services/rest/record/v1';
const orders = await control.listRecords('salesOrder');
const [order, other] = orders;
const ids = orders.map(({ id }) => id);

async function rows(query: string, paging?: { limit?: number; offset?: number }): Promise<Record<string, unknown>[]> {
  const answer = await sandbox.query(query, paging);
  expect(errorOf(answer).detail).toBeUndefined();
  return itemsOf(answer).map(({ links, ...item }) => item);
}
const detailOf = async (query: string) => errorOf(await sandbox.query(query)).detail;
const salesOrders = `SELECT t.id FROM transaction t WHERE t.type = 'SalesOrd'`;

// Public sources: julbrs/netsuite-api-client (column, table), PostHog's netsuite source (permission), nazir99/nsq (bare 500).
describe('a refused query, in the words of suiteql-facts, section 7', () => {
  const start = 'Invalid search query. Detailed unprocessed description follows. ';
  test.each([
    [
      'a missing column',
      'saleseffectivedate',
      `Search error occurred: Unknown identifier 'saleseffectivedate'. Available identifiers are: {transaction=transaction}.`,
    ],
    [
      'a removed field',
      'location',
      `Search error occurred: Field 'location' for record 'transaction' was not found. Reason: REMOVED - Field is removed`,
    ],
    [
      'a hidden field',
      'subsidiary',
      `Search error occurred: Field 'subsidiary' for record 'transaction' was not found. Reason: NOT_EXPOSED - Field is marked as internal for channel SEARCH`,
    ],
  ])('names %s', async (_name, column, words) => {
    expect(await detailOf(`SELECT id, ${column} FROM transaction`)).toBe(start + words);
  });

  test('names an unknown table, and a table without the permission', async () => {
    expect(await detailOf('SELECT id FROM spaceship')).toBe(`${start}Invalid search type: spaceship.`);
    await control.change({ hiddenTables: ['customer'] });
    expect(await detailOf('SELECT id FROM customer')).toBe(
      `${start}Search error occurred: Record 'customer' was not found.`,
    );
  });

  test('is a bare 500 for some columns', async () => {
    expect(errorOf(await sandbox.query('SELECT createdfrom FROM transaction'))).toMatchObject({
      status: 500,
      code: 'UNEXPECTED_ERROR',
    });
  });

  test('takes a state for any column', async () => {
    await control.change({ columns: { 'transaction.memo': 'removed', 'transaction.location': 'shown' } });
    expect(await detailOf('SELECT t.memo FROM transaction t')).toContain(`Field 'memo'`);
    expect(await rows(`SELECT location FROM transaction WHERE id = ${order?.id}`)).toEqual([
      order?.location === undefined ? {} : { location: order.location.id },
    ]);
  });
});

// suiteql-facts, section 2: a feature that is off removes its columns.
describe('an account without a feature', () => {
  test.each<[string, string, string]>([
    ['multiCurrency', 'SELECT currency FROM transaction', 'SELECT id FROM currency'],
    ['multiCurrency', 'SELECT foreigntotal FROM transaction', 'SELECT id FROM currency'],
    ['locations', 'SELECT location FROM transactionline', 'SELECT id FROM location'],
    ['oneWorld', 'SELECT subsidiary FROM transactionline', 'SELECT entity FROM customersubsidiaryrelationship'],
    ['priceLevels', 'SELECT pricelevel FROM customer', 'SELECT id FROM pricelevel'],
    ['projects', 'SELECT job FROM transaction', 'SELECT id FROM job'],
  ])('%s lacks its columns and tables', async (feature, column, table) => {
    expect(errorOf(await sandbox.query(table)).detail).toBeUndefined();
    await control.change({ features: { [feature]: false } });
    expect(await detailOf(column)).toContain('Unknown identifier');
    expect(await detailOf(table)).toContain('Invalid search type');
  });

  test('shows the total without a currency', async () => {
    await control.change({ features: { multiCurrency: false } });
    expect(await rows(`SELECT total FROM transaction WHERE id = ${order?.id}`)).toEqual([
      { total: String(order?.total) },
    ]);
  });
});

describe('a role', () => {
  // rest-facts, section 1.
  test('without SuiteAnalytics Workbook reads records by id, and neither lists nor SuiteQL', async () => {
    await control.change({ suiteqlAllowed: false });
    const refused = {
      status: 400,
      code: 'USER_ERROR',
      detail:
        'Your current role does not have permission to perform this action. Please contact your account administrator.',
    };
    expect(errorOf(await sandbox.query(salesOrders))).toEqual(refused);
    expect(errorOf(await sandbox.get(`${recordPath}/salesOrder`))).toEqual(refused);
    expect((await sandbox.get(`${recordPath}/salesOrder/${order?.id}`)).status).toBe(200);
  });

  // suiteql-facts, section 7 (nazir99/nsq): fewer rows, no error.
  test('of one subsidiary sees the rows of that one, without an error', async () => {
    const own = orders.filter(({ subsidiary }) => subsidiary?.id === '2').map(({ id }) => ({ id }));
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(orders.length);
    await control.change({ subsidiaries: ['2'] });
    expect(await rows(`${salesOrders} ORDER BY t.id`)).toEqual(own);
    const lines = await rows(
      `SELECT l.transaction FROM transactionline l WHERE l.transaction IN (${ids.join(', ')}) AND l.mainline = 'T' ORDER BY l.transaction`,
    );
    expect(lines.map(({ transaction }) => ({ id: transaction }))).toEqual(own);
  });
});

// Oracle's help, section_158394344595 (a unique order) and section_157909186990 (hasMore); Estuary's docs (100 columns).
describe('paging (suiteql-facts, section 1)', () => {
  test('of an unsorted query skips and repeats rows', async () => {
    const pages = [];
    for (const offset of [0, 20, 40]) pages.push(...(await rows(salesOrders, { limit: 20, offset })));
    expect(pages).toHaveLength(60);
    expect(new Set(pages.map(({ id }) => id)).size).toBeLessThan(60);
  });

  test('gives short pages with hasMore, which end all the same', async () => {
    await control.change({ pageRows: 7 });
    const first = await sandbox.query(`${salesOrders} ORDER BY t.id`, { limit: 1000 });
    expect(first.body).toMatchObject({ count: 7, hasMore: true, totalResults: 60 });
    const rest = await sandbox.query(`${salesOrders} AND t.id > ${ids[52]} ORDER BY t.id`);
    expect(rest.body).toMatchObject({ count: 7, hasMore: false });
  });

  test('answers no rows and no error for more than 100 columns', async () => {
    const columns = (count: number) => Array.from({ length: count }, (_, index) => `t.id AS c${index}`).join(', ');
    expect(await rows(`SELECT ${columns(100)} FROM transaction t WHERE t.id = ${order?.id}`)).toHaveLength(1);
    expect(await rows(`SELECT ${columns(101)} FROM transaction t WHERE t.id = ${order?.id}`)).toEqual([]);
  });
});

// suiteql-facts, section 1: PostHog's and Estuary's NetSuite sources both get raw date-times as days, in the user's format.
test('raw dates come without their time, in the format and zone of the user, summer time included', async () => {
  const at = async (instant: string) => {
    await control.patchRecord('salesOrder', order?.id ?? '', { createdDate: instant }, { touch: false });
    const [row] = await rows(
      `SELECT createddate AS raw, TO_CHAR(createddate, 'YYYY-MM-DD HH24:MI') AS local FROM transaction WHERE id = ${order?.id}`,
    );
    return [row?.raw, row?.local];
  };
  // Toronto is four hours behind UTC in summer and five in winter; the hour from one to two comes twice on November 1st.
  expect(await at('2026-07-01T03:59:00Z')).toEqual(['6/30/2026', '2026-06-30 23:59']);
  expect(await at('2026-11-01T05:30:00Z')).toEqual(['11/1/2026', '2026-11-01 01:30']);
  expect(await at('2026-11-01T06:30:00Z')).toEqual(['11/1/2026', '2026-11-01 01:30']);
  await control.change({ timeZone: 'Asia/Kolkata', dateFormat: 'D/M/YYYY' });
  expect(await at('2026-12-31T18:29:00Z')).toEqual(['31/12/2026', '2026-12-31 23:59']);
  expect(await at('2026-12-31T18:30:00Z')).toEqual(['1/1/2027', '2027-01-01 00:00']);
});

// suiteql-facts, section 8.
test('a change of a long transaction is seen later than its own date, in both services', async () => {
  const id = order?.id ?? '';
  await control.setClock(new Date('2026-06-01T10:00:00Z'), { frozen: true });
  await control.change({ visibleAfter: 3600 });
  await control.patchRecord('salesOrder', id, { memo: 'late' });
  await control.deleteRecord('salesOrder', other?.id ?? '');
  const seen = async () => {
    const { body } = await sandbox.get(`${recordPath}/salesOrder/${id}`);
    const deleted = await rows(`SELECT recordid FROM deletedrecord WHERE recordid = ${other?.id}`);
    return [body.memo, (await rows(`SELECT memo FROM transaction WHERE id = ${id}`))[0]?.memo, deleted.length];
  };
  expect(await seen()).toEqual([order?.memo, order?.memo, 0]);
  await control.advanceClock(3599);
  expect(await seen()).toEqual([order?.memo, order?.memo, 0]);
  await control.advanceClock(1);
  expect(await seen()).toEqual(['late', 'late', 1]);
  expect((await control.getRecord('salesOrder', id)).lastModifiedDate).toBe('2026-06-01T10:00:00Z');
});

// BUILTIN.DF shows the name of the moment, row by row (suiteql-facts, section 1); that no date moves is a guess (README.md).
test('a rename shows in refName and BUILTIN.DF, and moves no date', async () => {
  const named = orders.slice(10).find(({ terms }) => terms !== undefined);
  const { id = '', terms } = named ?? {};
  await control.rename('term', terms?.id ?? '', 'Net 45 "days"');
  expect(await control.getRecord('salesOrder', id)).toEqual({
    ...named,
    terms: { ...terms, refName: 'Net 45 "days"' },
  });
  const [row] = await rows(`SELECT BUILTIN.DF(t.terms) AS name FROM transaction t WHERE t.id = ${id}`);
  expect(row).toEqual({ name: 'Net 45 "days"' });
  expect(await rows(`SELECT name FROM term WHERE id = ${terms?.id}`)).toEqual([{ name: 'Net 45 "days"' }]);
});

// Oracle's help, section_156257796125: joins may time out (suiteql-facts, section 1).
test('a query that joins tables can be slower than others', async () => {
  await control.change({ latency: { join: { minimum: 600_000, maximum: 600_000 } } });
  await control.resetRequests();
  let isOver = false;
  const slow = rows(
    `SELECT l.id FROM transaction t, transactionline l WHERE l.transaction = t.id AND t.id = ${ids[5]} ORDER BY l.id`,
  ).finally(() => {
    isOver = true;
  });
  await expect.poll(async () => (await control.requests()).total).toBe(1);
  expect(await rows(`SELECT id FROM transaction WHERE id = ${ids[5]}`)).toHaveLength(1);
  expect(isOver).toBe(false);
  await control.reset();
  expect((await slow).length).toBeGreaterThan(1);
});

// suiteql-facts, section 2: stored custbody_* fields are columns of `transaction` (nazir99/nsq, schema/graph.json).
describe('a custom field', () => {
  beforeAll(async () => {
    const list = {
      links: [{ rel: 'self', href: `/services/rest/record/v1/customlist_color/4` }],
      id: '4',
      refName: 'Red',
    };
    await control.patchRecord('salesOrder', ids[9] ?? '', {
      custbody_color: list,
      custbody_rush: true,
      custbody_weight: 12.5,
      custbody_on: '2026-05-01',
      custbody_note: 'x',
    });
  });
  test('is a column of its own kind as soon as a record has it', async () => {
    const query = `SELECT custbody_color, BUILTIN.DF(custbody_color) AS color, custbody_rush, custbody_weight, custbody_on, custbody_note FROM transaction WHERE id = ${ids[9]}`;
    expect(await rows(query)).toEqual([
      {
        custbody_color: '4',
        color: 'Red',
        custbody_rush: 'T',
        custbody_weight: '12.5',
        custbody_on: '5/1/2026',
        custbody_note: 'x',
      },
    ]);
    expect(await rows('SELECT id, name FROM customlist_color')).toEqual([{ id: '4', name: 'Red' }]);
    expect(await detailOf('SELECT custbody_unknown FROM transaction')).toContain(
      `Unknown identifier 'custbody_unknown'`,
    );
  });
});
