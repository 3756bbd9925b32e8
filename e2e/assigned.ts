import { type Browser, expect, type Page } from '@playwright/test';
import { accounts, callApi, pageAs } from './accounts.ts';

async function asAdmin<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const admin = await pageAs(browser, 'admin');
  const result = await work(admin);
  await admin.context().close();
  return result;
}

/** Assigns orders to the demo guest; returns a function that removes them, because the other tests expect none. */
export async function assignToGuest(browser: Browser, orderIds: readonly string[]): Promise<() => Promise<void>> {
  const userId = await asAdmin(browser, async (admin) => {
    const guests = (await callApi(admin, '/customer-invitations/guest-users')).body as { id: string; email: string }[];
    const guest = guests.find(({ email }) => email === accounts.guest);
    const data = { userId: guest?.id, orderIds };
    expect((await callApi(admin, '/auth/assign-orders', { method: 'POST', data })).status).toBe(200);
    return guest?.id;
  });
  return () =>
    asAdmin(browser, async (admin) => {
      const taken = await callApi(admin, `/auth/assigned-orders/${userId}`, { method: 'DELETE', data: { orderIds } });
      expect(taken.status).toBe(200);
    });
}

/** The ids of some orders, by a query of the administrator's list. */
export function findOrderIds(browser: Browser, query: string): Promise<string[]> {
  return asAdmin(browser, async (admin) => {
    const { body } = await callApi(admin, `/netsuite-sales-orders?${query}`);
    return (body as { items: { id: string }[] }).items.map(({ id }) => id);
  });
}
