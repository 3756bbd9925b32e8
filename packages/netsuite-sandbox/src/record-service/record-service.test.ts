import { afterAll, describe, expect, test } from 'vitest';
import { createCustomers } from '../generate/customers.ts';
import { generateOrders } from '../generate/orders.ts';
import { errorOf, startTestSandbox } from '../testing/test-sandbox.ts';

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
