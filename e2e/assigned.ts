import { type Browser, expect } from '@playwright/test';
import { accounts, callApi, pageAs } from './accounts.ts';

/** Lets the demo guest see orders; returns how to take them back, as every other test expects it to have none. */
export async function assignToGuest(browser: Browser, orderIds: readonly string[]): Promise<() => Promise<void>> {
  const admin = await pageAs(browser, 'admin');
  const guests = (await callApi(admin, '/customer-invitations/guest-users')).body as { id: string; email: string }[];
  const userId = guests.find(({ email }) => email === accounts.guest)?.id;
  const { status } = await callApi(admin, '/auth/assign-orders', { method: 'POST', data: { userId, orderIds } });
  expect(status).toBe(200);
  return async () => {
    await callApi(admin, `/auth/assigned-orders/${userId}`, { method: 'DELETE', data: { orderIds } });
    await admin.context().close();
  };
}

/** The ids of some orders, by a query of the administrator's list. */
export async function findOrderIds(browser: Browser, query: string): Promise<string[]> {
  const admin = await pageAs(browser, 'admin');
  const { body } = await callApi(admin, `/netsuite-sales-orders?${query}`);
  await admin.context().close();
  return (body as { items: { id: string }[] }).items.map(({ id }) => id);
}
