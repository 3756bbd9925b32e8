import { type APIRequestContext, type Browser, expect, type Locator, type Page } from '@playwright/test';
import { accounts, address, callApi, mailIds, pageAs } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

interface OrderList {
  total: number;
  items: { id: string }[];
}

async function guestId(page: Page): Promise<string> {
  const guests = (await callApi(page, '/customer-invitations/guest-users')).body as { id: string; email: string }[];
  return guests.find(({ email }) => email === accounts.guest)?.id ?? '';
}

/** Removes the guest's assignments, because the other tests expect none. */
test.afterEach(async ({ browser }) => {
  const page = await pageAs(browser, 'admin');
  const path = `/auth/assigned-orders/${await guestId(page)}`;
  const given = (await callApi(page, path)).body as { orderId: string }[];
  const orderIds = given.map(({ orderId }) => orderId);
  if (orderIds.length > 0) await callApi(page, path, { method: 'DELETE', data: { orderIds } });
});

/** Selects the first order of the current page once it has its rows; returns its number. */
async function tickFirst(page: Page): Promise<string> {
  // Until then, the rows of the previous page stay.
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
  const row = page.getByRole('row').nth(1);
  await row.getByRole('checkbox').click();
  return (await row.getByRole('link').textContent())?.match(/SO\d+/)?.[0] ?? '';
}

async function pickGuest(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Guest user').click();
  await dialog.getByPlaceholder('Search guest users...').fill(accounts.guest);
  await dialog.getByRole('option', { name: accounts.guest }).click();
}

/** Text of the newest mail to the guest that is not among `seen`. */
async function mailToGuest(request: APIRequestContext, seen: ReadonlySet<string>): Promise<string> {
  let text = '';
  await expect(async () => {
    const mails: { id: string; to: { address: string }[]; text: string; subject: string }[] = await (
      await request.get(`${address('INBOX_URL')}/email`)
    ).json();
    const mail = mails.findLast(({ id, to }) => !seen.has(id) && to.some((each) => each.address === accounts.guest));
    expect(mail?.subject).toMatch(/assigned to you/);
    text = mail?.text ?? '';
  }).toPass();
  return text;
}

async function ordersOfGuest(browser: Browser): Promise<OrderList> {
  const page = await pageAs(browser, 'guest');
  return (await callApi(page, '/netsuite-sales-orders/assigned-orders')).body as OrderList;
}

test('assigns orders selected on two pages to a guest, who is notified and sees only them until one is unassigned', async ({
  browser,
}) => {
  const guest = await pageAs(browser, 'guest', '/orders');
  await expect(guest.getByText('No orders found.')).toBeVisible();
  const page = await pageAs(browser, 'admin', '/orders');
  await expect(page.getByRole('button', { name: 'Assign Orders (0)' })).toBeVisible();
  const numbers = [await tickFirst(page)];
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^11–20 of/)).toBeVisible();
  numbers.push(await tickFirst(page));
  await expect(page.getByText('2 selected')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Assign Orders (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Orders' });
  for (const number of numbers) {
    await expect(dialog.getByRole('checkbox', { name: new RegExp(`^${number} `) })).toBeChecked();
  }
  await pickGuest(dialog);
  await dialog.getByLabel('Note').fill('Dock 4, before noon');
  await expectAccessible(page);
  const seen = await mailIds(page.request);
  await dialog.getByRole('button', { name: 'Assign Orders', exact: true }).click();
  await expectToast(page, 'Orders assigned successfully');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Assign Orders (0)' })).toBeVisible();
  const mail = await mailToGuest(page.request, seen);
  expect(mail).toContain('Dock 4, before noon');
  const link = /http\S+assignment=[0-9a-f-]+/.exec(mail)?.[0] ?? '';
  expect(link).toContain(`${address('PORTAL_URL')}/orders?assignment=`);

  await guest.reload();
  await expect(guest.getByText('1–2 of 2')).toBeVisible();
  const ids = (await ordersOfGuest(browser)).items.map(({ id }) => id);
  const details = await Promise.all(ids.map((id) => callApi(page, `/netsuite-sales-orders/${id}`)));
  const given = details.map(({ body }) => (body as { rawData: { tranId: string } }).rawData.tranId);
  expect(given.toSorted()).toEqual(numbers.toSorted());

  await page.getByRole('button', { name: 'Assign Orders (0)' }).click();
  await pickGuest(dialog);
  await dialog.getByRole('tab', { name: 'Already assigned 2' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: `Remove access to ${numbers[0]}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click();
  await expectToast(page, 'Access removed');
  await expect(dialog.getByRole('tab', { name: 'Already assigned 1' })).toBeVisible();
  await guest.reload();
  await expect(guest.getByText('1–1 of 1')).toBeVisible();

  // Orders assigned later are in the list, but not behind this mail's link.
  const others = (await callApi(page, '/netsuite-sales-orders?limit=3&page=20')).body as OrderList;
  const data = { userId: await guestId(page), orderIds: others.items.map(({ id }) => id) };
  await callApi(page, '/auth/assign-orders', { method: 'POST', data });
  await guest.reload();
  await expect(guest.getByText('1–4 of 4')).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByText('1–1 of 1')).toBeVisible();
  await expect(guest.getByRole('list', { name: 'Active filters' })).toContainText('one assignment email');
  await guest.getByRole('button', { name: /^Remove filter From one assignment email/ }).click();
  await expect(guest.getByText('1–4 of 4')).toBeVisible();
});

test('a member can assign orders; a refusal by the server shows Permission Denied', async ({ browser }) => {
  const page = await pageAs(browser, 'member', '/orders');
  await tickFirst(page);
  await page.getByRole('button', { name: 'Assign Orders (1)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Orders' });
  await pickGuest(dialog);

  // For example, deleted in NetSuite since the list was read.
  await page.route('**/api/auth/assign-orders', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), orderIds: ['999999999999'] }) }),
  );
  const submit = dialog.getByRole('button', { name: 'Assign Orders', exact: true });
  await submit.click();
  await expectToast(page, 'Permission Denied');
  await expectToast(page, 'There is no order 999999999999.');
  await page.unroute('**/api/auth/assign-orders');

  await submit.click();
  await expectToast(page, 'Orders assigned successfully');
  expect((await ordersOfGuest(browser)).total).toBe(1);
});

test('the dialog uses the current selection, not the one before a reload; Back asks for confirmation', async ({
  browser,
}) => {
  const page = await pageAs(browser, 'admin', '/orders');
  const dialog = page.getByRole('dialog', { name: 'Assign Orders' });
  const inDialog = (number: string) => dialog.getByRole('checkbox', { name: new RegExp(`^${number} `) });
  const left = await tickFirst(page);
  await page.getByRole('button', { name: 'Assign Orders (1)' }).click();
  await pickGuest(dialog);
  await page.reload();
  await expect(inDialog(left)).toBeChecked();
  await expect(dialog.getByLabel('Guest user')).toContainText('Demo Guest');

  await page.goto('/customers');
  await expect(page.getByText(/^1–10 of/)).toBeVisible();
  await page.goto('/orders?page=2');
  await expect(page.getByText(/^11–20 of/)).toBeVisible();
  const number = await tickFirst(page);
  await page.getByRole('button', { name: 'Assign Orders (1)' }).click();
  await expect(inDialog(number)).toBeChecked();
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await expect(dialog.getByLabel('Guest user')).toHaveText('Select a guest user...');

  await pickGuest(dialog);
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/page=2&assign=1$/);
  await expect(dialog.getByLabel('Guest user')).toContainText('Demo Guest');

  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/api/auth/assign-orders', async (route) => {
    await held;
    await route.fulfill({ status: 503, json: { statusCode: 503, message: 'Not now.' } });
  });
  await dialog.getByRole('button', { name: 'Assign Orders', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.goBack();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/page=2&assign=1$/);
  go();
  await expectToast(page, 'Not now.');
  await expect(question).toBeHidden();
  await expect(inDialog(number)).toBeChecked();
  await page.unroute('**/api/auth/assign-orders');

  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/orders\?page=2$/);

  await page.getByRole('button', { name: 'Assign Orders (1)' }).click();
  await pickGuest(dialog);
  await dialog.getByRole('button', { name: 'Assign Orders', exact: true }).click();
  await expectToast(page, 'Orders assigned successfully');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/orders\?page=2$/);
});

for (const account of ['customerAdmin', 'customerMember', 'guest'] as const) {
  test(`${account} cannot select or assign orders`, async ({ browser }) => {
    const page = await pageAs(browser, account, '/orders?assign=1');
    await expect(page.getByText(account === 'guest' ? 'No orders found.' : /^1–10 of/)).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Assign Orders/ })).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('on a small screen, cards can be selected and the dialog is a sheet that fits', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/orders');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('checkbox').nth(1).click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Assign Orders (1)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Orders' });
  await expect(dialog.getByText('1 of 1 selected')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});
