import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDateTime } from '../clock.ts';
import { generateCustomers } from '../generate/customers.ts';
import { generateOrders } from '../generate/orders.ts';
import { errorOf, itemsOf, startTestSandbox } from '../testing/test-sandbox.ts';

const set = { orders: 60, customers: 12, seed: 7 };
const sandbox = await startTestSandbox({ data: { generate: set } });
const orders = plain([...generateOrders(set)]);
const customers = plain([...generateCustomers(set)]);
const base = '/services/rest/record/v1';
afterAll(() => sandbox.stop());

function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** A body as the server must answer it: its links carry the host. */
function linked(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll('"href":"/services', `"href":"${sandbox.url}/services`));
}

describe('a record', () => {
  test('with its sublists is the very body that was loaded, for every order and customer', async () => {
    for (const order of orders) {
      const { body } = await sandbox.get(`${base}/salesOrder/${order.id}?expandSubResources=true`);
      expect(body).toEqual(linked(order));
    }
    for (const customer of customers) {
      expect((await sandbox.get(`${base}/customer/${customer.id}?expandSubResources=true`)).body).toEqual(
        linked(customer),
      );
    }
  });

  test('without expandSubResources links to its sublist, which can be read by itself', async () => {
    const [order] = orders;
    const { body, headers } = await sandbox.get(`${base}/salesorder/${order?.id}`);
    const href = `${sandbox.url}${base}/salesOrder/${order?.id}/item`;
    expect(headers.get('content-type')).toBe('application/vnd.oracle.resource+json; type=singular');
    expect(body).toEqual({ ...(linked(order) as object), item: { links: [{ rel: 'self', href }] } });
    expect((await sandbox.get(href.slice(sandbox.url.length))).body).toEqual(linked(order?.item));
  });

  test('is narrowed to fields, whatever the case of their names', async () => {
    const [order] = orders;
    const { body } = await sandbox.get(`${base}/salesOrder/${order?.id}?fields=tranid,Total`);
    expect(body).toEqual(linked({ links: order?.links, id: order?.id, tranId: order?.tranId, total: order?.total }));
  });

  test('shows enumerations as their id in the simple format', async () => {
    const order = orders.find(({ status }) => typeof status === 'object');
    const { body } = await sandbox.get(`${base}/salesOrder/${order?.id}?simpleEnumFormat=true&fields=status,entity`);
    expect({ id: body.status }).toEqual({
      id: order?.status && typeof order.status === 'object' ? order.status.id : '',
    });
    expect(body.entity).toEqual(linked(order?.entity));
  });

  test.each([
    ['an id that is not there', '/salesOrder/999999', 404, 'NONEXISTENT_ID'],
    ['an id that is none', '/salesOrder/abc', 404, 'NONEXISTENT_ID'],
    ['an unknown type', '/spaceship/1', 404, 'NONEXISTENT_RECORD_TYPE'],
    ['an unknown field', `/salesOrder/${orders[0]?.id}?fields=nonsense`, 400, 'NONEXISTENT_FIELD'],
    ['an unknown sublist', `/salesOrder/${orders[0]?.id}/crew`, 404, 'NONEXISTENT_ID'],
  ])('is refused for %s', async (_name, path, status, code) => {
    const answer = await sandbox.get(base + path);
    expect(errorOf(answer)).toMatchObject({ status, code });
    expect(answer.headers.get('content-type')).toBe('application/vnd.oracle.resource+json; type=error');
    expect(answer.body).toMatchObject({ status, title: expect.any(String), type: expect.stringContaining('rfc9110') });
  });

  test('cannot be written through the record service', async () => {
    expect((await sandbox.call('DELETE', `${base}/salesOrder/${orders[0]?.id}`)).status).toBe(405);
  });
});

describe('a collection', () => {
  test('gives all ids page by page, with links that lead on', async () => {
    const seen: unknown[] = [];
    let next: string | undefined = `${base}/salesOrder?limit=25`;
    while (next !== undefined) {
      const page = await sandbox.get(next);
      expect(page.body).toMatchObject({ totalResults: 60, count: itemsOf(page).length, offset: seen.length });
      expect(page.headers.get('content-type')).toBe('application/vnd.oracle.resource+json; type=collection');
      seen.push(...itemsOf(page).map(({ id }) => id));
      expect(page.body.hasMore).toBe(seen.length < 60);
      const links = page.body.links as { rel: string; href: string }[];
      next = links.find(({ rel }) => rel === 'next')?.href.slice(sandbox.url.length);
    }
    expect(seen).toEqual(orders.map(({ id }) => id));
  });

  test('items link to their records', async () => {
    const [item] = itemsOf(await sandbox.get(`${base}/customer?limit=1`));
    expect(item).toEqual({
      links: [{ rel: 'self', href: `${sandbox.url}${base}/customer/${customers[0]?.id}` }],
      id: customers[0]?.id,
    });
  });

  test.each([
    ['a limit above 1000', 'limit=1001'],
    ['no limit at all', 'limit=0'],
    ['an offset between two pages', 'limit=10&offset=15'],
    ['an offset that is no number', 'offset=-10'],
    ['an offset beyond 100,000', 'limit=1000&offset=100000'],
  ])('is refused for %s', async (_name, query) => {
    expect(errorOf(await sandbox.get(`${base}/salesOrder?${query}`))).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
    });
  });
});

describe('a batch by ids', () => {
  test('answers the records that are there, in the order asked', async () => {
    const ids = orders
      .slice(0, 99)
      .map(({ id }) => id)
      .reverse();
    const path = `${base}/salesOrder?expandRecords=true&expandSubResources=true&ids=${ids.join(',')},999999`;
    const answer = await sandbox.call('GET', path, { headers: { prefer: 'respond-async' } });
    expect(itemsOf(answer)).toEqual(ids.map((id) => linked(orders.find((order) => order.id === id))));
  });

  test.each([
    ['more than 100 ids', `expandRecords=true&ids=${Array.from({ length: 101 }, (_, index) => index).join(',')}`],
    ['ids that are none', 'expandRecords=true&ids=1,x'],
    ['no expandRecords', 'ids=1'],
  ])('is refused for %s', async (_name, query) => {
    expect(errorOf(await sandbox.get(`${base}/salesOrder?${query}`))).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
    });
  });
});

describe('a filter', () => {
  beforeAll(async () => {
    // Local midnight in Toronto is 04:00 UTC in summer: the first of these two is still of July 14th there.
    await sandbox.control.setClock(new Date('2025-07-15T03:59:59Z'), { frozen: true });
    await sandbox.control.patchRecord('salesOrder', orders[0]?.id ?? '', { memo: '50% "off"' });
    await sandbox.control.setClock(new Date('2025-07-15T04:00:00Z'), { frozen: true });
    await sandbox.control.patchRecord('salesOrder', orders[1]?.id ?? '', { memo: 'AND then' });
    await sandbox.control.resetClock();
  });
  const all = () => orders;
  const by = (test: (order: (typeof orders)[number]) => boolean) => () => all().filter(test);
  const first = () => all().slice(0, 1);
  const second = () => all().slice(1, 2);
  const id = (order: { id: string }) => Number(order.id);
  const some = orders[10];

  test.each<[string, () => { id: string }[]]>([
    [`id EQUAL ${some?.id}`, by((order) => order.id === some?.id)],
    [`id ANY_OF [${some?.id}, ${orders[3]?.id}]`, by((order) => [some?.id, orders[3]?.id].includes(order.id))],
    [`id BETWEEN [${orders[5]?.id}, ${orders[9]?.id}]`, () => all().slice(5, 10)],
    [`id GREATER ${some?.id} AND id LESS_OR_EQUAL ${orders[20]?.id}`, () => all().slice(11, 21)],
    [`id GREATER_NOT ${some?.id}`, () => all().slice(0, 11)],
    [`tranId IS "${some?.tranId?.toLowerCase()}"`, by((order) => order.tranId === some?.tranId)],
    [
      `memo START_WITH BOL-`,
      by((order) => id(order) > id(orders[1] ?? order) && (order.memo ?? '').startsWith('BOL-')),
    ],
    [`memo CONTAIN "50% \\"OFF"`, first],
    ['memo CONTAIN "0_"', () => []],
    ['memo IS "AND then"', second],
    ['salesEffectiveDate EMPTY', by((order) => order.salesEffectiveDate === undefined)],
    ['terms EMPTY_NOT', by((order) => order.terms !== undefined)],
    [`entity ANY_OF [${some?.entity?.id}]`, by((order) => order.entity?.id === some?.entity?.id)],
    ['total GREATER_OR_EQUAL 10000.5', by((order) => Number(order.total ?? 0) >= 10000.5)],
    ['tranDate BEFORE "1/1/2025"', by((order) => (order.tranDate ?? '') < '2025-01-01')],
    [
      'tranDate ON_OR_AFTER "1/1/2025" AND (tranDate BEFORE "7/1/2025" OR tranDate AFTER "12/31/2025")',
      by(({ tranDate = '' }) => tranDate >= '2025-01-01' && (tranDate < '2025-07-01' || tranDate > '2025-12-31')),
    ],
    ['lastModifiedDate ON "7/14/2025" AND memo CONTAIN off', first],
    ['lastModifiedDate ON 7/15/2025', second],
    ['shipAddress CONTAIN "canada" AND id LESS 0', () => []],
  ])('%s', async (q, expected) => {
    const page = await sandbox.get(`${base}/salesOrder?limit=1000&q=${encodeURIComponent(q)}`);
    expect(errorOf(page).code).toBeUndefined();
    expect(itemsOf(page).map((item) => item.id)).toEqual(expected().map((order) => order.id));
  });

  test.each([
    ['an ISO date', 'tranDate ON_OR_AFTER "2025-01-01"', 'INVALID_PARAMETER'],
    ['a day that does not exist', 'tranDate ON "2/30/2025"', 'INVALID_PARAMETER'],
    ['an unknown field', 'colour IS red', 'NONEXISTENT_FIELD'],
    ['an operator of another kind', 'tranDate CONTAIN 5', 'INVALID_PARAMETER'],
    ['a missing value', 'tranId IS', 'INVALID_PARAMETER'],
    ['too many values', 'id BETWEEN [1, 2, 3]', 'INVALID_PARAMETER'],
    ['an open parenthesis', '(id EQUAL 1', 'INVALID_PARAMETER'],
    ['an open quotation mark', 'memo IS "x', 'INVALID_PARAMETER'],
    ['something left over', 'id EQUAL 1 id EQUAL 2', 'INVALID_PARAMETER'],
  ])('is refused for %s', async (_name, q, code) => {
    expect(errorOf(await sandbox.get(`${base}/salesOrder?q=${encodeURIComponent(q)}`))).toMatchObject({
      status: 400,
      code,
    });
  });

  test('finds customers by what was changed since a time', async () => {
    const day = toDateTime(new Date()).slice(0, 10).split('-').map(Number);
    const today = `${day[1]}/${day[2]}/${(day[0] ?? 0) - 1}`;
    const customer = customers[3];
    await sandbox.control.patchRecord('customer', customer?.id ?? '', { phone: '(514) 555-0199' });
    const q = `lastModifiedDate ON_OR_AFTER "${today}" AND companyName CONTAIN "${customer?.companyName}"`;
    const page = await sandbox.get(`${base}/customer?q=${encodeURIComponent(q)}`);
    expect(itemsOf(page).map((item) => item.id)).toEqual([customer?.id]);
  });
});
