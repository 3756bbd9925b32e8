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

  test('is narrowed to fields, whatever the case of their names', async () => {
    const [order] = orders;
    const { body } = await sandbox.get(`${base}/salesOrder/${order?.id}?fields=tranid,Total`);
    expect(body).toEqual(linked({ links: order?.links, id: order?.id, tranId: order?.tranId, total: order?.total }));
  });

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
    ['an offset beyond 100,000', 'limit=1000&offset=100000'],
  ])('is refused for %s', async (_name, query) => {
    expect(errorOf(await sandbox.get(`${base}/salesOrder?${query}`))).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
    });
  });
});

describe('a batch by ids', () => {
  // rest-facts, section 3: executed asynchronously, and one call a record for the results.
  test('answers 202 with a job, whose tasks give one record each', async () => {
    const [first, second] = orders;
    const path = `${base}/salesOrder?expandRecords=true&ids=${first?.id},${second?.id}`;
    const answer = await sandbox.call('GET', path, { headers: { prefer: 'respond-async' } });
    expect([answer.status, answer.body, answer.headers.get('preference-applied')]).toEqual([202, {}, 'respond-async']);
    const job = (answer.headers.get('location') ?? '').slice(sandbox.url.length);
    expect((await sandbox.get(job)).body).toMatchObject({ completed: true, progress: 'succeeded' });
    expect(itemsOf(await sandbox.get(`${job}/task`)).map(({ id }) => id)).toEqual(['1', '2']);
    const result = await sandbox.get(`${job}/task/2/result?expandSubResources=true`);
    expect(result.body).toEqual(linked(second));
    expect(errorOf(await sandbox.get(`${job}/task/3/result`))).toMatchObject({ status: 404, code: 'NONEXISTENT_ID' });
  });

  test('is refused for more than 100 ids', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => index).join(',');
    expect(errorOf(await sandbox.get(`${base}/salesOrder?expandRecords=true&ids=${ids}`))).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
    });
  });
});
