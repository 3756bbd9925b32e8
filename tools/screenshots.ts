/**
 * Pictures of every screen and dialog, light and dark, wide and narrow, for the eye: into `screenshots/`. The one that
 * the README shows is copied to `docs/pictures/`.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Account, address, pageAs, signedOutPage } from '../e2e/accounts.ts';
import startStack from '../e2e/stack.ts';
import { findChromium } from './chromium.ts';

const folder = 'screenshots';
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const themes = ['light', 'dark'] as const;

interface Scene {
  name: string;
  /** Signed out where absent. */
  account?: Account;
  path: string;
  /** What to do before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
}

const openFirst = async (page: Page) => {
  await page.locator('main [data-row-link], main li > a').first().click();
  await page.getByRole('dialog').waitFor();
};

const chooseInFirstRow = (action: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: /actions/i })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();
};

/** The screens as the other roles have them. */
const scenesOfRoles = (['member', 'customerAdmin', 'customerMember', 'guest'] as const).flatMap((account): Scene[] => [
  { name: `overview-${account}`, account, path: '/overview' },
  { name: `orders-${account}`, account, path: '/orders' },
  ...(account === 'guest' ? [] : [{ name: `customers-${account}`, account, path: '/customers' }]),
  ...(account === 'customerAdmin' ? [{ name: `users-${account}`, account, path: '/users' }] : []),
  { name: `profile-${account}`, account, path: '/profile' },
  { name: `settings-${account}`, account, path: '/settings' },
]);

const scenes: readonly Scene[] = [
  ...scenesOfRoles,
  { name: 'login', path: '/login' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?code=any&email=name%40company.com' },
  { name: 'reset-password-incomplete', path: '/reset-password?email=name%40company.com' },
  { name: 'register', path: '/register?token=any&email=name%40company.com' },
  { name: 'overview', account: 'admin', path: '/overview' },
  { name: 'orders', account: 'admin', path: '/orders?limit=20' },
  { name: 'orders-searched', account: 'admin', path: '/orders?search=qu%C3%A9bec' },
  { name: 'orders-none', account: 'admin', path: '/orders?search=no+such+order' },
  { name: 'order-dialog', account: 'admin', path: '/orders?limit=20', prepare: openFirst },
  { name: 'customers', account: 'admin', path: '/customers' },
  { name: 'customer-dialog', account: 'admin', path: '/customers', prepare: openFirst },
  { name: 'users', account: 'admin', path: '/users' },
  { name: 'users-none', account: 'admin', path: '/users?search=nobody+at+all' },
  { name: 'groups', account: 'admin', path: '/users?tab=groups' },
  { name: 'user-details', account: 'admin', path: '/users', prepare: chooseInFirstRow('View Detail') },
  { name: 'edit-user', account: 'admin', path: '/users', prepare: chooseInFirstRow('Edit') },
  { name: 'reset-user-password', account: 'admin', path: '/users', prepare: chooseInFirstRow('Reset password') },
  { name: 'delete-user', account: 'admin', path: '/users', prepare: chooseInFirstRow('Delete') },
  { name: 'edit-group', account: 'admin', path: '/users?tab=groups', prepare: openFirst },
  { name: 'invite-user', account: 'admin', path: '/users?invite=1' },
  { name: 'invite-many', account: 'admin', path: '/users?inviteMany=1' },
  { name: 'profile', account: 'admin', path: '/profile' },
  { name: 'settings', account: 'admin', path: '/settings' },
];

async function take(browser: Browser, scene: Scene): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    const page = await (scene.account === undefined ? signedOutPage(browser) : pageAs(browser, scene.account));
    await page.setViewportSize(viewport);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(address('PORTAL_URL') + scene.path);
      await page.waitForLoadState('networkidle');
      await scene.prepare?.(page);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${scene.name}-${size}-${theme}.png`) });
    }
    await page.context().close();
  }
}

await rm(folder, { recursive: true, force: true });
await mkdir('docs/pictures', { recursive: true });
const stop = await startStack();
const { executablePath, args, env } = await findChromium();
const browser = await chromium.launch({ executablePath, args, env });
try {
  for (const scene of scenes) await take(browser, scene);
  await copyFile(join(folder, 'orders-wide-light.png'), 'docs/pictures/orders.png');
} finally {
  await browser.close();
  await stop();
}
console.log(`${scenes.length * 4} pictures in ${folder}/`);
