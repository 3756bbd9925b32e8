import { expect } from '@playwright/test';
import { accounts, callApi, pageAs } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';

interface Party {
  id: string | null;
  name: string;
}
interface Log {
  data: { id: string; content: string; action: string; actor: Party | null; subject: Party | null }[];
}

test('an administrator sees its own sign-in in the log and can filter for it', async ({ browser }) => {
  const page = await pageAs(browser, 'admin');
  const profile = (await callApi(page, '/auth/profile')).body as { id: string; fullName?: string };
  const own = `${profile.fullName ?? accounts.admin} signed in`;
  const list = page.getByRole('region', { name: 'Activity, newest first' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Not shipped/ })).toContainText(/\d/);
  await expectAccessible(page);

  await page.getByLabel('Action').selectOption('Signed in');
  await expect(page).toHaveURL(/\?action=sign-in$/);
  await page.getByRole('searchbox', { name: 'Person' }).fill(profile.fullName ?? accounts.admin);
  await expect(page).toHaveURL(/person=/);
  await expect(list.getByRole('listitem').filter({ hasNotText: own })).toHaveCount(0);
  await expect(list.getByText(own).first()).toBeVisible();
  await page.getByRole('button', { name: /^Time/ }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox', { name: 'Person' }).fill('nobody of this name');
  await expect(page.getByText('No recent activity to display.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No recent activity to display.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(list.getByRole('listitem').first()).toBeVisible();
});

test("a customer administrator sees only its customer's log entries", async ({ browser }) => {
  const admin = await pageAs(browser, 'admin');
  const page = await pageAs(browser, 'customerAdmin');
  const list = page.getByRole('region', { name: 'Activity, newest first' });
  const profile = (await callApi(page, '/auth/profile')).body as {
    id: string;
    fullName?: string;
    customerNetsuiteId: string;
  };
  await expect(page.getByRole('list', { name: 'Open orders' }).or(page.getByText('No open orders.'))).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Action').selectOption('Signed in');
  await expect(list.getByText(`${profile.fullName ?? accounts.customerAdmin} signed in`).first()).toBeVisible();

  const all = (await callApi(admin, '/log?limit=500')).body as Log;
  const seen = (await callApi(page, '/log?limit=500')).body as Log;
  const { data: users } = (await callApi(admin, '/users')).body as {
    data: { id: string; customerNetsuiteId?: string }[];
  };
  const known = new Set(users.map(({ id }) => id));
  const own = new Set(
    users.filter((user) => user.customerNetsuiteId === profile.customerNetsuiteId).map(({ id }) => id),
  );
  // The customer sees what staff did to its own users, and nothing about other users.
  const isForeign = ({ actor, subject }: Log['data'][number]) => {
    const parties = [actor?.id, subject?.id].filter((id) => id !== undefined && id !== null);
    return parties.every((id) => known.has(id) && !own.has(id));
  };
  expect(own.has(profile.id)).toBe(true);
  expect(all.data.some(isForeign)).toBe(true);
  expect(seen.data.filter(isForeign)).toEqual([]);
  expect(seen.data.filter(({ action }) => action === 'sign-in-failed')).toEqual([]);
  expect(seen.data.length).toBeLessThan(all.data.length);

  // Filtering for other people by name or id returns nothing more.
  const staff = users.filter((user) => user.customerNetsuiteId === undefined);
  expect(staff.length).toBeGreaterThan(0);
  for (const { id } of staff) {
    expect(((await callApi(page, `/log?person=${id}`)).body as Log).data.filter(isForeign)).toEqual([]);
  }
  expect((await callApi(page, '/log?action=sign-in-failed')).body).toEqual({ data: [] });
});

test('a card leads to as many rows as it counts, whatever was searched before', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/orders');
  const total = (await callApi(page, '/netsuite-sales-orders?limit=1')).body as { total: number };
  const figure = total.total.toLocaleString('en-US');
  const count = `of ${figure}`;
  await expect(page.getByText(count)).toBeVisible();
  const first = (await page.locator('[data-row-link]').first().textContent()) ?? '';
  await page.getByRole('searchbox').fill(first);
  await expect(page.locator('[data-row-link]')).toHaveCount(1);
  await page.getByRole('link', { name: 'Overview' }).click();
  const card = page.getByRole('link', { name: /^Total Orders/ });
  await expect(card).toHaveText(`Total Orders${figure}`);
  await card.click();
  await expect(page.getByText(count)).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});
