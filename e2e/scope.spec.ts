import { expect } from '@playwright/test';
import { type Account, accounts, callApi, pageAs } from './accounts.ts';
import { test } from './test.ts';

interface Page<Item> {
  total: number;
  items: Item[];
}
type Order = { id: string; rawData: { entity: { id: string; refName: string } } };

test("a customer administrator sees only its own customer's orders, on screen and through the API", async ({
  browser,
}) => {
  const admin = await pageAs(browser, 'admin');
  const page = await pageAs(browser, 'customerAdmin', '/orders');
  const profile = (await callApi(page, '/auth/profile')).body as { customerNetsuiteId: string; customerName: string };

  const all = (await callApi(admin, '/netsuite-sales-orders?limit=1')).body as Page<Order>;
  const ofCustomer = (await callApi(admin, `/netsuite-customers/${profile.customerNetsuiteId}/orders?limit=1`))
    .body as Page<Order>;
  expect(ofCustomer.total).toBeGreaterThan(0);
  expect(ofCustomer.total).toBeLessThan(all.total);
  await expect(page.getByText(new RegExp(`of ${ofCustomer.total.toLocaleString('en-CA')}$`))).toBeVisible();

  const own = (await callApi(page, '/netsuite-sales-orders/customer?limit=100')).body as Page<Order>;
  expect(own.total).toBe(ofCustomer.total);
  expect(new Set(own.items.map((order) => order.rawData.entity.id))).toEqual(new Set([profile.customerNetsuiteId]));
  expect((await callApi(page, '/netsuite-sales-orders')).status).toBe(403);

  const hundred = (await callApi(admin, '/netsuite-sales-orders?limit=100')).body as Page<Order>;
  const foreign = hundred.items.find((order) => order.rawData.entity.id !== profile.customerNetsuiteId);
  expect((await callApi(page, `/netsuite-sales-orders/${foreign?.id}`)).status).toBe(404);
  expect((await callApi(page, `/netsuite-customers/${foreign?.rawData.entity.id}`)).status).toBe(404);

  await page.goto(`/orders?order=${foreign?.id}`);
  await expect(page.getByRole('dialog').getByText('Order not found')).toBeVisible();
  await expect(page.getByRole('dialog')).not.toContainText(foreign?.rawData.entity.refName ?? 'no order');
});

test('a guest sees no orders until one is assigned, and no customers', async ({ browser }) => {
  const page = await pageAs(browser, 'guest', '/orders');
  await expect(page.getByText('No orders found.')).toBeVisible();
  for (const hidden of ['Sales Order #', 'BOL In #', 'Purchase Order #']) {
    await expect(page.getByRole('columnheader', { name: hidden })).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Sync Orders' })).toHaveCount(0);

  expect(((await callApi(page, '/netsuite-sales-orders/assigned-orders')).body as Page<Order>).total).toBe(0);
  expect((await callApi(page, '/netsuite-sales-orders')).status).toBe(403);
  expect((await callApi(page, '/netsuite-sales-orders/customer')).status).toBe(403);
  expect((await callApi(page, '/netsuite-sales-orders/sync')).status).toBe(403);
  expect(((await callApi(page, '/netsuite-customers')).body as Page<unknown>).total).toBe(0);
  expect((await callApi(page, '/netsuite-customers/sync', { method: 'POST' })).status).toBe(403);
  await page.getByRole('link', { name: 'NetSuite Customers' }).click();
  await expect(page.getByText('No customers found.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sync Customers' })).toHaveCount(0);
});

for (const account of Object.keys(accounts) as Account[]) {
  test(`the profile shows who ${account} is`, async ({ browser }) => {
    const page = await pageAs(browser, account, '/profile');
    await expect(page.getByText(accounts[account]).first()).toBeVisible();
    await expect(page.locator('dt:text-is("Role") + dd')).toHaveText(account === 'admin' ? 'Administrator' : 'User');
  });
}
