import { getCustomer, syncCustomers } from '@portal/contract/customers';
import { getOrder, listOrders, syncOrders } from '@portal/contract/orders';
import { afterAll, describe, expect, test } from 'vitest';
import { type CustomFieldsConfig, type DetailField, defaultCustomFields } from '../../config-custom-fields.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { readMirror } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const field = (column: string, label: string, type: DetailField['type'], more: Partial<DetailField> = {}) => ({
  column,
  label,
  type,
  guests: false,
  ...more,
});
const orderFields = [
  field('custbody_dock', 'Dock', 'text', { guests: true }),
  field('custbody_pallets', 'Pallets', 'number'),
  field('custbody_deposit', 'Deposit', 'money'),
  field('custbody_pickup', 'Pickup', 'date'),
  field('custbody_fragile', 'Fragile', 'checkbox', { guests: true }),
  field('custbody_carrier', 'Carrier', 'list', { list: 'customlist_carriers' }),
  field('custbody_removed', 'No longer in the account', 'text'),
];
const customerFields = [
  field('custentity_route', 'Route', 'list', { list: 'customlist_routes' }),
  field('custentity_limit', 'Limit', 'money'),
];
const customFields: CustomFieldsConfig = {
  orders: { ...defaultCustomFields.orders, others: orderFields },
  customers: customerFields,
};

const { app, control, config, database, close } = await startSyncFixture(
  { data: { generate: { orders: 60, customers: 10, seed: 4 } } },
  { config: { customFields } },
);
afterAll(close);
const reference = (list: string, id: string, refName: string) => ({
  links: [{ rel: 'self', href: `/services/rest/record/v1/${list}/${id}` }],
  id,
  refName,
});
const [first = '', second = ''] = (await control.listRecords('salesOrder')).map(({ id }) => id);
await control.patchRecord('salesOrder', first, {
  custbody_dock: 'Door 7\nleft',
  custbody_pallets: 1250.5,
  custbody_deposit: 1000,
  custbody_pickup: '2026-03-01',
  custbody_fragile: true,
  custbody_carrier: reference('customlist_carriers', '3', 'Nordic Freight'),
  custbody_levy: 12.5,
});
await control.patchRecord('salesOrder', second, {
  custbody_carrier: reference('customlist_carriers', '3', 'Nordic Freight'),
});
const customerId = ((await control.getRecord('salesOrder', first)) as { entity?: { id: string } }).entity?.id ?? '';
const route = { custentity_route: reference('customlist_routes', '2', 'Coast'), custentity_limit: 5000 };
await control.patchRecord('customer', customerId, route);

const { token } = await app.signIn('admin');
const sync = async (portal: TestApp = app) => {
  const orders = (await portal.call(syncOrders, { token })).body;
  expect(orders.status, JSON.stringify(orders)).toBe('complete');
  expect((await portal.call(syncCustomers, { token })).body.status).toBe('complete');
  return orders;
};
const fieldsOf = async (id: string, as = token, portal: TestApp = app) => {
  const { status, body } = await portal.call(getOrder, { token: as, params: { id } });
  expect(status).toBe(200);
  return body.customFields;
};
/** A portal with another configuration on the same database. */
async function restart(fields: CustomFieldsConfig): Promise<TestApp> {
  return startTestApp({ database, config: { ...config, customFields: fields } });
}
await sync();

describe('configured custom fields', () => {
  test('show in the details of an order with their labels, types and values', async () => {
    expect(await fieldsOf(first)).toEqual([
      { id: 'custbody_dock', label: 'Dock', type: 'text', value: 'Door 7\nleft' },
      { id: 'custbody_pallets', label: 'Pallets', type: 'number', value: '1250.5' },
      { id: 'custbody_deposit', label: 'Deposit', type: 'money', value: '1000.00' },
      { id: 'custbody_pickup', label: 'Pickup', type: 'date', value: '2026-03-01' },
      { id: 'custbody_fragile', label: 'Fragile', type: 'checkbox', value: 'true' },
      { id: 'custbody_carrier', label: 'Carrier', type: 'list', value: 'Nordic Freight' },
      { id: 'custbody_removed', label: 'No longer in the account', type: 'text' },
    ]);
  });

  test('show in the details of a customer', async () => {
    const { body } = await app.call(getCustomer, { token, params: { id: customerId } });
    expect(body.customFields).toEqual([
      { id: 'custentity_route', label: 'Route', type: 'list', value: 'Coast' },
      { id: 'custentity_limit', label: 'Limit', type: 'money', value: '5000.00' },
    ]);
  });

  test('are not part of lists', async () => {
    const { body } = await app.call(listOrders, { token, query: { limit: 100 } });
    expect(JSON.stringify(body)).not.toContain('custbody_dock');
  });

  test('are hidden from guests unless they are configured for them', async () => {
    const guest = await app.signIn('customer_guest', { customerId });
    await app.database.pool.query(
      'insert into order_assignments (user_id, order_id, assigned_at) values ($1, $2, now())',
      [guest.id, first],
    );
    const shown = (await fieldsOf(first, guest.token)).map(({ id }: { id: string }) => id);
    expect(shown).toEqual(['custbody_dock', 'custbody_fragile']);
  });

  test('with amounts are hidden from those who may not see balances', async () => {
    const labelsFor = async (role: 'customer_admin' | 'customer_member') => {
      const person = await app.signIn(role, { customerId });
      const { body } = await app.call(getCustomer, { token: person.token, params: { id: customerId } });
      return body.customFields.map(({ label }: { label: string }) => label);
    };
    expect(await labelsFor('customer_admin')).toEqual(['Route', 'Limit']);
    expect(await labelsFor('customer_member')).toEqual(['Route']);
  });

  test('follow a renamed list value, also in orders that did not change', async () => {
    const carrierOf = async (id: string) =>
      (await fieldsOf(id)).find(({ id: column }: { id: string }) => column === 'custbody_carrier').value;
    const renamed = { custbody_carrier: reference('customlist_carriers', '3', 'Nordic Freight, renamed') };
    expect(await carrierOf(second)).toBe('Nordic Freight');
    await control.patchRecord('salesOrder', first, renamed);
    await sync();
    expect(await carrierOf(second)).toBe('Nordic Freight, renamed');
  });
});

describe('a changed configuration', () => {
  test('is applied to all orders by the next sync of everything, not by one of a single customer', async () => {
    const fields = {
      ...customFields,
      orders: { ...customFields.orders, others: [field('custbody_levy', 'Levy', 'number')] },
    };
    const other = await restart(fields);
    try {
      const own = await app.signIn('customer_admin', { customerId: '1' });
      expect((await other.call(syncOrders, { token: own.token })).status).toBe(200);
      expect((await fieldsOf(first, token, other))[0].value).toBeUndefined();
      await sync(other);
      expect(await fieldsOf(first, token, other)).toEqual([
        { id: 'custbody_levy', label: 'Levy', type: 'number', value: '12.5' },
      ]);
      const { updated } = await sync(other);
      expect(updated).toBe(0);
    } finally {
      await other.close();
    }
  });

  test('of the type alone is applied too, and a wrong type leaves the field empty and the sync whole', async () => {
    const others = [field('custbody_dock', 'Dock', 'date'), field('custbody_pickup', 'Pickup', 'text')];
    const other = await restart({ ...customFields, orders: { ...customFields.orders, others } });
    try {
      await sync(other);
      const [dock, pickup] = await fieldsOf(first, token, other);
      expect([dock.value, pickup.value]).toEqual([undefined, expect.any(String)]);
    } finally {
      await other.close();
    }
  });

  test('names other fields for project and tax', async () => {
    const readFields = async () => {
      const { tax, projectId } = (await readMirror(app.database.db, 'orders')).get(first) ?? {};
      return { tax, projectId };
    };
    const before = await readFields();
    const orders = { ...customFields.orders, tax: 'custbody_levy', project: 'custbody_carrier' };
    const other = await restart({ ...customFields, orders });
    try {
      await sync(other);
      expect(await readFields()).toEqual({ tax: '12.5', projectId: '3' });
      await sync();
      expect(await readFields()).toEqual(before);
    } finally {
      await other.close();
    }
  });
});
