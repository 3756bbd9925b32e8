import { afterAll, describe, expect, test } from 'vitest';
import { createCustomers } from '../generate/customers.ts';
import { generateOrders } from '../generate/orders.ts';
import { errorOf, itemsOf, startTestSandbox } from '../testing/test-sandbox.ts';

const set = { orders: 60, customers: 12, seed: 7 };
const sandbox = await startTestSandbox({ data: { generate: set } });
const orders = plain([...generateOrders(set)]);
const customers = plain(createCustomers(set).map(({ body }) => body));
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
  // The form of bodies: the record schemas of Oracle's API Browser (rest-facts, sections 3 and 4).
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

  // rest-facts, section 3: Oracle's help, section_1545141500.
  test('is narrowed to fields, whatever the case of their names', async () => {
    const [order] = orders;
    const { body } = await sandbox.get(`${base}/salesOrder/${order?.id}?fields=tranid,Total`);
    expect(body).toEqual(linked({ links: order?.links, id: order?.id, tranId: order?.tranId, total: order?.total }));
  });

  // rest-facts, section 7: Oracle's help, section_156570709583; `type` by RFC 9110 as in airbytehq/airbyte, issue 69274.
  test.each([
    ['an id that is not there', '/salesOrder/999999', 404, 'NONEXISTENT_ID'],
    ['an id that is none', '/salesOrder/abc', 404, 'NONEXISTENT_ID'],
    ['an unknown type', '/spaceship/1', 404, 'NONEXISTENT_RECORD_TYPE'],
  ])('is refused for %s', async (_name, path, status, code) => {
    const answer = await sandbox.get(base + path);
    expect(errorOf(answer)).toMatchObject({ status, code });
    expect(answer.headers.get('content-type')).toBe('application/vnd.oracle.resource+json; type=error');
    expect(answer.body).toMatchObject({ status, title: expect.any(String), type: expect.stringContaining('rfc9110') });
  });

  test('cannot be written through the record service', async () => {
    expect((await sandbox.call('DELETE', `${base}/salesOrder/${orders[0]?.id}`)).status).toBe(404);
  });
});

// rest-facts, section 3: Oracle's help, section_156414087576 (at most 1000, an offset is a multiple of the limit).
describe('a collection', () => {
  test('gives all ids page by page', async () => {
    const seen: unknown[] = [];
    for (let hasMore = true; hasMore; ) {
      const page = await sandbox.get(`${base}/salesOrder?limit=25&offset=${seen.length}`);
      expect(page.body).toMatchObject({ totalResults: 60, count: itemsOf(page).length, offset: seen.length });
      expect(page.headers.get('content-type')).toBe('application/vnd.oracle.resource+json; type=collection');
      seen.push(...itemsOf(page).map(({ id }) => id));
      hasMore = page.body.hasMore === true;
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
  ])('is refused for %s', async (_name, query) => {
    expect(errorOf(await sandbox.get(`${base}/salesOrder?${query}`))).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
    });
  });
});

// rest-facts, section 3 (Oracle's help, article_0127092747): executed asynchronously, without a body.
test('a batch by ids answers 202 with a job', async () => {
  const path = `${base}/salesOrder?expandRecords=true&ids=${orders[0]?.id},${orders[1]?.id}`;
  const answer = await sandbox.call('GET', path, { headers: { prefer: 'respond-async' } });
  expect([answer.status, answer.body, answer.headers.get('preference-applied')]).toEqual([202, {}, 'respond-async']);
  expect(answer.headers.get('location')).toBe(`${sandbox.url}/services/rest/async/v1/job/1`);
});
