import { expect } from '@playwright/test';
import {
  address,
  callApi,
  mailIds,
  makeAccount,
  pageAs,
  password,
  readCode,
  signedOutPage,
  signIn,
} from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

let walker: string;
test.beforeAll('create an account for this file, a new one at each retry', async ({ browser }) => {
  walker = `session-${Date.now()}@walk.test`;
  await makeAccount(browser, walker, 'admin');
});

test('signed out, every unknown path shows the sign-in screen', async ({ page }) => {
  for (const path of ['/', '/orders', '/nowhere/at/all', '/login']) {
    await page.goto(address('PORTAL_URL') + path);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible();
  }
  await expectAccessible(page);
});

test('handles a wrong password, a wrong code and Back in both sign-in steps, then opens the requested page', async ({
  page,
}) => {
  await page.goto(`${address('PORTAL_URL')}/orders?limit=20`);
  await page.getByLabel('Email').fill(walker);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Invalid email or password');

  const seen = await mailIds(page.request);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter authentication code')).toBeVisible();
  await expect(page.getByText('Please check your email for the authentication code')).toBeVisible();
  // Counts down from 90; the component's test controls the clock.
  await expect(page.getByText(/^Resend in \d+s$/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('Enter authentication code')).toBeVisible();

  const code = await readCode(page.request, walker, seen);
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectToast(page, 'Invalid OTP');

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(walker);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const before = await mailIds(page.request);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter authentication code')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveValue('');
  await page.keyboard.type(await readCode(page.request, walker, before));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectToast(page, 'Logged in successfully');
  await expect(page).toHaveURL(/\/orders\?limit=20$/);
  // Toasts disappear by themselves.
  await expect(page.getByText('Logged in successfully')).toBeHidden();
});

test('an ended session shows one toast and leads to the sign-in screen', async ({ browser }) => {
  const page = await pageAs(browser, 'customerMember', '/orders');
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await expect(page.getByText(/^1–10 of/)).toBeVisible();
  // In one step, or another request may get the 401 before Refresh does.
  await page.getByRole('button', { name: 'Refresh' }).evaluate((button: HTMLElement) => {
    localStorage.setItem('token', 'ended');
    button.click();
  });
  await expect(page).toHaveURL(/login/);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expectToast(page, 'Unauthorized');
  await expectToast(page, 'Your session has expired or you are not authorized to access this resource');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('logout ends the session on the server, in this tab and in other tabs', async ({ browser }) => {
  const page = await pageAs(browser, 'customerMember', '/orders');
  const other = await page.context().newPage();
  await other.goto('/orders');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.getByRole('button', { name: 'Logout' }).click();
  // Waits until the field can be clicked, after the page has reloaded.
  await page.getByLabel('Email').click();
  await expect(other.getByRole('button', { name: 'Continue' })).toBeVisible();
  // A browser passes changes of its storage on to its other tabs a moment later.
  const stored = () => page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')]);
  await expect.poll(stored).toEqual([null, null]);
  const answer = await page.request.get(`${address('PORTAL_URL')}/api/auth/validate`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(401);
});

test('logout removes the session at once and reloads the page before anything can be typed, even if the server does not answer', async ({
  browser,
}) => {
  const page = await pageAs(browser, 'customerMember', '/settings');
  await page.evaluate(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => {
      Object.assign(window, { longestWaitMs: ms });
      return timeout.call(AbortSignal, ms);
    };
    Object.assign(window, { isLoadedBefore: true });
  });
  await page.route('**/api/auth/logout', () => undefined);
  await page.getByRole('button', { name: 'Logout' }).click();
  const state = await page.evaluate(() => [
    localStorage.getItem('token'),
    localStorage.getItem('user'),
    Reflect.get(window, 'longestWaitMs'),
  ]);
  expect(state).toEqual([null, null, 2000]);
  // Waits until the field can be clicked.
  await page.getByLabel('Email').click();
  expect(await page.evaluate(() => 'isLoadedBefore' in window)).toBe(false);
});

test('restores a form that was open when the session ended, after signing in again', async ({ browser }) => {
  const page = await signedOutPage(browser);
  await page.goto('/login?next=%2Fusers');
  await signIn(page, walker);
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email').fill('late@walk.test');
  await dialog.getByLabel('Full Name').fill('Late Evening');
  await dialog.getByLabel('Group').selectOption({ label: 'Member' });
  // Ended elsewhere; this page notices with its next request.
  expect((await callApi(page, '/auth/logout', { method: 'POST' })).status).toBe(200);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expectToast(page, 'Unauthorized');
  await expect(page).toHaveURL(/\/login/);

  await signIn(page, walker);
  await expect(page).toHaveURL(/\/users/);
  await expect(dialog.getByLabel('Email')).toHaveValue('late@walk.test');
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Late Evening');
  await expect(dialog.getByLabel('Group').locator('option:checked')).toHaveText('Member');
});
