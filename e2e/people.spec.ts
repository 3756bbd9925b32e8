import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { callApi, mailIds, pageAs, readLink, signedOutPage, signIn } from './accounts.ts';
import { expectAccessible, expectLoaded } from './axe.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

/** A customer administrator from invitation to deletion, in the browser. */
const ada = { email: 'ada@walk.test', name: 'Ada Walker', first: 'first-walk-2026', second: 'second-walk-2027' };
const bob = { email: 'bob@walk.test', name: 'Bob Walker', password: 'bobs-long-walk-9' };
const carrier = { email: 'carrier@walk.test', name: 'Carrier Walker' };

interface Invitee {
  email: string;
  name: string;
}

async function openUsers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'User Management' }).first().click();
  await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible();
}

/** Fills and sends the Invite User dialog; `customer` is searched for where it has to be picked. */
async function invite(page: Page, { email, name }: Invitee, group: string, customer?: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  const send = dialog.getByRole('button', { name: 'Send Invitation' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Full Name').fill(name);
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Group').selectOption({ label: group });
  if (customer !== undefined) {
    await expect(send).toBeDisabled();
    await dialog.getByLabel('Customer').click();
    await page.getByPlaceholder('Search customers...').fill(customer);
    await page.getByRole('option', { name: customer }).first().click();
  }
  await send.click();
  await expectToast(page, 'Invitation sent successfully');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, email)).toBeVisible();
}

function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

async function choose(page: Page, row: string, action: string): Promise<void> {
  await rowOf(page, row)
    .getByRole('button', { name: /actions/i })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Accepts a mailed invitation. */
async function accept(page: Page, link: string, email: string, password: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Complete Registration' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Complete Registration' }).click();
  await expectToast(page, 'Registration completed successfully');
  await expect(page).toHaveURL(/\/login/);
}

async function invited(browser: Browser, inviter: Page, who: Invitee, group: string, customer?: string) {
  const page = await signedOutPage(browser);
  const seen = await mailIds(page.request);
  await invite(inviter, who, group, customer);
  return { page, link: await readLink(page.request, who.email, seen) };
}

test('a customer administrator is invited, manages its company, resets its password, is demoted and deleted', async ({
  browser,
}) => {
  const admin = await pageAs(browser, 'admin', '/overview');
  await openUsers(admin);
  const company = await otherCompany(admin);
  const first = await invited(browser, admin, ada, 'Customer administrator', company.name);
  await expect(rowOf(admin, ada.email)).toContainText('Pending');

  const page = first.page;
  await accept(page, first.link, ada.email, ada.first);
  await signIn(page, ada.email, ada.first);
  await admin.getByRole('button', { name: 'Refresh' }).click();
  await expect(rowOf(admin, ada.email)).toContainText('Active');

  // Its own company alone: no stranger in the list, no staff group to choose, and a clear refusal by direct call.
  await openUsers(page);
  await expect(rowOf(page, ada.email)).toBeVisible();
  await expect(page.getByText('admin@demo.test')).toBeHidden();
  await page.getByRole('button', { name: 'Invite User' }).click();
  const groups = page.getByRole('dialog').getByLabel('Group').locator('option');
  await expect(groups.filter({ hasText: /^(Administrator|Member)$/ })).toHaveCount(0);
  await expect(groups.filter({ hasText: /^Customer / })).toHaveCount(3);
  await page.keyboard.press('Escape');
  const guests = (await callApi(page, '/groups')).body as { id: string; type: string }[];
  const foreign = await callApi(page, '/customer-invitations/invite-user', {
    method: 'POST',
    data: {
      email: 'eve@walk.test',
      fullName: 'Eve',
      groupId: guests.find(({ type }) => type === 'customer_guest')?.id,
      customerNetsuiteId: company.foreign,
    },
  });
  expect(foreign).toMatchObject({
    status: 403,
    body: { message: 'You can only invite and edit people of your own company.' },
  });

  const second = await invited(browser, page, bob, 'Customer member');
  const third = await invited(browser, page, carrier, 'Customer guest');
  await accept(second.page, second.link, bob.email, bob.password);
  await signIn(second.page, bob.email, bob.password);
  await expect(second.page.getByRole('link', { name: 'User Management' })).toHaveCount(0);
  await third.page.goto(third.link);
  await expect(third.page.getByLabel('Email')).toHaveValue(carrier.email);

  // The customer's own name for a group, which is visible only to this customer.
  await page.getByRole('tab', { name: 'Groups' }).click();
  await choose(page, 'Customer member', 'Edit');
  await page.getByRole('dialog').getByLabel('Name').fill('Warehouse crew');
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Group updated successfully');
  await expect(rowOf(page, 'Warehouse crew')).toBeVisible();
  const neighbour = await pageAs(browser, 'customerAdmin', '/users?tab=groups');
  await expect(rowOf(neighbour, 'Customer member')).toBeVisible();
  await expect(neighbour.getByText('Warehouse crew')).toBeHidden();
  await admin.getByRole('tab', { name: 'Groups' }).click();
  await expect(rowOf(admin, 'Customer member')).toBeVisible();
  await expect(admin.getByText('Warehouse crew')).toBeHidden();

  await forgetPassword(page, browser);
  await openUsers(page);

  // Demoted: the route is unavailable at the next click.
  await admin.getByRole('tab', { name: 'Users' }).click();
  await choose(admin, ada.email, 'Edit');
  const edit = admin.getByRole('dialog');
  await expect(edit.getByLabel('Email')).toHaveValue(ada.email);
  await edit.getByLabel('Group').selectOption({ label: 'Customer member' });
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(admin, 'User updated successfully');
  await page.getByRole('link', { name: 'User Management' }).first().click();
  await expect(page).toHaveURL(/\/overview/);
  await expect(page.getByRole('link', { name: 'User Management' })).toHaveCount(0);
  await page.goto('/users');
  await expect(page).toHaveURL(/\/overview/);

  // Deleted: out.
  await choose(admin, ada.email, 'Delete');
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(admin, 'User deleted successfully');
  await expect(rowOf(admin, ada.email)).toHaveCount(0);
  // Not by a click: every 15 s the page asks for the state of the sync, which may end the session before.
  await page.goto('/orders');
  await expectToast(page, 'Unauthorized');
  await expect(page).toHaveURL(/\/login/);
});

/** Resets a forgotten password, which ends the existing session. */
async function forgetPassword(page: Page, browser: Browser): Promise<void> {
  const elsewhere = await signedOutPage(browser);
  const seen = await mailIds(elsewhere.request);
  await elsewhere.goto('/forgot-password');
  await elsewhere.getByLabel('Email').fill(ada.email);
  await elsewhere.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expectToast(elsewhere, 'Password reset instructions have been sent to your email');
  await elsewhere.goto(await readLink(elsewhere.request, ada.email, seen));
  await elsewhere.getByLabel('New Password').fill(ada.second);
  await elsewhere.getByLabel('Confirm Password').fill(ada.second);
  await elsewhere.getByRole('button', { name: 'Reset Password' }).click();
  await expectToast(elsewhere, 'Password has been reset successfully');
  await page.goto('/orders');
  await expectToast(page, 'Unauthorized');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, ada.email, ada.second);
}

/** A customer other than the demo users' customer, and the demo users' customer. */
async function otherCompany(admin: Page): Promise<{ name: string; foreign: string }> {
  const users = (await callApi(admin, '/users')).body as { data: { email: string; customerNetsuiteId?: string }[] };
  const foreign = users.data.find(({ email }) => email === 'customer-admin@demo.test')?.customerNetsuiteId ?? '';
  const all = (await callApi(admin, '/netsuite-customers/for-invitation')).body as { id: string; name: string }[];
  const other = all.find(({ id }) => id !== foreign);
  return { name: other?.name ?? '', foreign };
}

test('every dialog of User Management is accessible and fits, wide and narrow, light and dark', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/users');
  const users = (await callApi(page, '/users')).body as { data: { id: string; email: string }[] };
  const groups = (await callApi(page, '/groups')).body as { id: string }[];
  const id = users.data.find(({ email }) => email === 'guest@demo.test')?.id;
  for (const [query, name] of [
    ['invite=1', 'Invite User'],
    ['inviteMany=1', 'Invite people'],
    ['register=1', 'Register User'],
    [`user=${id}`, 'User Details'],
    [`edit=${id}`, 'Edit User'],
    [`password=${id}`, 'Reset password'],
    [`tab=groups&group=${groups[0]?.id}`, 'Edit Group'],
  ]) {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 360, height: 780 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(`/users?${query}`);
      await expect(page.getByRole('dialog').getByRole('heading').first()).toContainText(name ?? '');
      // The list behind it.
      await expect(page.getByText(/^1–\d+ of \d+$/)).toBeAttached();
      await expectLoaded(page);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    }
  }
});

test('only an administrator can register a user with a password, who can sign in at once', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/users');
  await page.getByRole('button', { name: 'More ways to invite' }).click();
  await page.getByRole('menuitem', { name: 'Register with a password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register User' });
  const submit = dialog.getByRole('button', { name: 'Register', exact: true });
  await dialog.getByLabel('Email').fill('admin@demo.test');
  await dialog.getByLabel('Full Name').fill('Registered Member');
  await dialog.getByLabel('Group').selectOption({ label: 'Member' });
  await expect(submit).toBeDisabled();
  await dialog.getByLabel('Password', { exact: true }).fill('a b c');
  await dialog.getByLabel('Confirm Password').fill('a b d');
  await submit.click();
  await expect(dialog.getByText('Password must be at least 6 characters long')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('a long day in Trieste');
  await submit.click();
  await expect(dialog.getByText('Passwords do not match')).toBeVisible();
  await dialog.getByLabel('Confirm Password').fill('a long day in Trieste');
  await submit.click();
  await expect(dialog.getByText('This email address is already in use.')).toBeVisible();
  await dialog.getByLabel('Email').fill('registered@walk.test');
  // As a gateway responds when the portal is down: without a message from the portal.
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 502, json: {} }));
  await submit.click();
  await expectToast(page, 'Failed to register user');
  await page.unroute('**/api/auth/register');
  await submit.click();
  await expectToast(page, 'User registered successfully');
  await expect(dialog).toBeHidden();

  const newcomer = await signedOutPage(browser);
  await newcomer.goto('/login');
  await signIn(newcomer, 'registered@walk.test', 'a long day in Trieste');
  await expect(newcomer).toHaveURL(/overview/);

  const other = await pageAs(browser, 'customerAdmin', '/users?register=1');
  await other.getByRole('button', { name: 'More ways to invite' }).click();
  await expect(other.getByRole('menuitem', { name: 'Invite people' })).toBeVisible();
  await expect(other.getByRole('menuitem', { name: 'Register with a password' })).toHaveCount(0);
  await expect(other.getByRole('dialog')).toHaveCount(0);
});

test('a mixed invitation list shows an error per invalid row, mails the valid rows, and keeps the rest for correction', async ({
  browser,
}) => {
  const page = await pageAs(browser, 'customerAdmin', '/users?inviteMany=1');
  const seen = await mailIds(page.request);
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('Group').selectOption({ label: 'Customer guest' });
  const list = [
    'Lista One <lista.one@walk.test>',
    'Lista Two,lista.two@',
    'Known,customer-member@demo.test',
    'lista.four@walk.test',
  ];
  await dialog.getByLabel('People', { exact: true }).fill(list.join('\n'));
  await dialog.getByRole('button', { name: 'Add to the list' }).click();
  await expect(dialog.getByText('1 ready')).toBeVisible();
  await expect(dialog.getByText('3 to fix')).toBeVisible();
  await expect(dialog.getByText('This email address is already in use.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Send 1 Invitation' }).click();
  await expectToast(page, '1 invitation sent');
  expect(await readLink(page.request, 'lista.one@walk.test', seen)).toContain('/register?token=');
  const emails = dialog.getByLabel(/^Email of person/);
  await expect(emails).toHaveCount(3);
  await dialog.getByLabel('Full name of person 3').fill('Lista Four');
  await dialog.getByRole('button', { name: 'Send 1 Invitation' }).click();
  await readLink(page.request, 'lista.four@walk.test', seen);
  await expect(emails).toHaveCount(2);
  await expect(emails.first()).toHaveValue('lista.two@');
});
