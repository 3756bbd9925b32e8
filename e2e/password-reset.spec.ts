import { expect, type Page } from '@playwright/test';
import { accounts, address, mailIds, password, readCode, readLink, signedOutPage } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

const email = accounts.member;
const otherPassword = 'another-demo-2027';

/** Resets a password through the UI, starting and ending at the sign-in screen. Returns the used link. */
async function resetTo(page: Page, next: string): Promise<string> {
  const seen = await mailIds(page.request);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The URL changes before the screen, and the previous screen has an email field too.
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expectToast(page, 'Password reset instructions have been sent to your email');
  await expect(page).toHaveURL(/\/login$/);

  const link = await readLink(page.request, email, seen);
  await page.goto(link);
  await page.getByLabel('New Password').fill(next);
  await page.getByLabel('Confirm Password').fill(next);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expectToast(page, 'Password has been reset successfully');
  await expect(page).toHaveURL(/\/login$/);
  return link;
}

async function giveCredentials(page: Page, given: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('the mailed link resets a forgotten password once and ends every session', async ({ browser }) => {
  const page = await signedOutPage(browser);
  const elsewhere = await signedOutPage(browser);
  const used = await resetTo(page, otherPassword);
  try {
    await page.goto(used);
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expectToast(page, 'Failed to reset password. The link may have expired.');

    await elsewhere.goto('/login');
    await giveCredentials(elsewhere, password);
    await expectToast(elsewhere, 'Invalid email or password');
    const seen = await mailIds(page.request);
    await giveCredentials(elsewhere, otherPassword);
    await expect(elsewhere.getByText('Enter authentication code')).toBeVisible();
    await elsewhere.keyboard.type(await readCode(page.request, email, seen));
    await elsewhere.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(elsewhere).toHaveURL(/\/overview/);
    await elsewhere.goto('/forgot-password');
    await expect(elsewhere).toHaveURL(/\/overview/);
    await elsewhere.goto(used);
    await expect(elsewhere.getByText(`You are signed in as ${email}`)).toBeVisible();
    await expectAccessible(elsewhere);
    await elsewhere.getByRole('button', { name: 'Back to Overview' }).click();
    await expect(elsewhere).toHaveURL(/\/overview/);
  } finally {
    // The other stories sign in with it.
    await resetTo(page, password);
  }
  await elsewhere.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await expect(elsewhere).toHaveURL(/\/login/);
});

test('a signed-in user can sign out and continue with the link', async ({ browser }) => {
  const page = await signedOutPage(browser);
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('token', 'of a session that is over'));
  await page.goto('/reset-password?code=any&email=name%40company.com');
  await page.getByRole('button', { name: 'Sign out and continue' }).click();
  await expect(page.getByLabel('New Password')).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password\?code=any&email=name(%40|@)company\.com$/);
  // The page is reloaded once the server has answered, which can be after the form is shown.
  const readToken = () => page.evaluate(() => localStorage.getItem('token')).catch(() => 'reloading');
  await expect.poll(readToken).toBeNull();
});

for (const [name, path] of [
  ['asking for a link', '/forgot-password'],
  ['the new password', '/reset-password?code=any&email=name%40company.com'],
  ['confirming an email', '/confirm-email?code=any&email=name%40company.com'],
  ['a link without its code', '/reset-password?email=name%40company.com'],
] as const) {
  test(`${name} is accessible and fits, wide and narrow, light and dark`, async ({ page }) => {
    await page.goto(address('PORTAL_URL') + path);
    await expect(page.getByRole('button', { name: 'Back to Login' })).toBeVisible();
    for (const [width, height] of [
      [1440, 900],
      [360, 780],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    }
  });
}
