import type { Page } from '@playwright/test';
import type { Account } from '../e2e/accounts.ts';

/** One screen or dialog to take pictures of. */
export interface Scene {
  name: string;
  /** Signed out where absent. */
  account?: Account;
  path: string;
  /** Also on a laptop and a tablet. */
  inAllSizes?: true;
  /** What to do before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
}

const openFirst = async (page: Page) => {
  await page.locator('main [data-row-link], main li > a').first().click();
  await page.getByRole('dialog').waitFor();
};

const openAttachments = (page: Page) => page.getByRole('tab', { name: /^Attachments/ }).click();

/** Uses the last row: the first is the current user, who cannot delete itself. */
const chooseInLastRow = (action: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: /actions/i })
    .last()
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();
};

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

/** Clicks a button that narrow screens may lack. */
const pressWhereWide = (name: string | RegExp) => async (page: Page) => {
  const button = page.getByRole('button', { name }).first();
  if (await button.isVisible()) await button.click();
};

const sequentially =
  (...steps: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

const tickTwo = async (page: Page) => {
  const boxes = page.getByRole('checkbox', { name: /^Select SO/ });
  await boxes.nth(1).click();
  await boxes.nth(3).click();
};

const narrowed = '/orders?status=Billed,Closed&createdDate=2026-02-10,2026-03-05&total=1000,';

/** The screens as the other roles have them. */
const scenesOfRoles = (['member', 'customerAdmin', 'customerMember', 'guest'] as const).flatMap((account): Scene[] => [
  { name: `overview-${account}`, account, path: '/overview', inAllSizes: true },
  { name: `orders-${account}`, account, path: '/orders', inAllSizes: true },
  { name: `order-dialog-${account}`, account, path: '/orders', prepare: openFirst, inAllSizes: true },
  { name: `customers-${account}`, account, path: '/customers' },
  ...(account === 'customerAdmin' ? [{ name: `users-${account}`, account, path: '/users' }] : []),
  { name: `profile-${account}`, account, path: '/profile' },
  { name: `settings-${account}`, account, path: '/settings' },
]);

/** Filters of orders whose progress looks different. */
const orderStates = {
  'awaiting-approval': 'shipping=awaiting-approval',
  'not-shipped': 'shipping=not-shipped',
  late: 'shipping=not-shipped&expected=before-today',
  'partly-shipped': 'shipping=partly-shipped',
  shipped: 'shipping=shipped&billing=not-billed',
  billed: 'billing=billed',
  overdue: 'billing=billed&dueDate=before-today',
  paid: 'billing=paid',
  closed: 'shipping=closed',
  cancelled: 'shipping=cancelled',
};

const failToLoadDetails = async (page: Page) => {
  await page.route(/\/api\/netsuite-sales-orders\/\d+$/, (route) => route.fulfill({ status: 500, json: {} }));
};

/** Every screen and every dialog. */
export const scenes: readonly Scene[] = [
  ...scenesOfRoles,
  { name: 'login', path: '/login' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?code=any&email=name%40company.com' },
  { name: 'reset-password-incomplete', path: '/reset-password?email=name%40company.com' },
  { name: 'confirm-email', path: '/confirm-email?code=any&email=name%40company.com' },
  { name: 'confirm-email-incomplete', path: '/confirm-email?code=any' },
  { name: 'register', path: '/register?token=any&email=name%40company.com' },
  { name: 'overview', account: 'admin', path: '/overview', inAllSizes: true },
  { name: 'orders', account: 'admin', path: '/orders?limit=20', inAllSizes: true },
  { name: 'orders-searched', account: 'admin', path: '/orders?search=qu%C3%A9bec' },
  { name: 'orders-none', account: 'admin', path: '/orders?search=no+such+order' },
  { name: 'orders-filter', account: 'admin', path: narrowed, prepare: press(/^Filter/) },
  {
    name: 'orders-calendar',
    account: 'admin',
    path: narrowed,
    prepare: sequentially(press(/^Filter/), press('Open the calendar')),
  },
  { name: 'orders-columns', account: 'admin', path: '/orders', prepare: pressWhereWide('Columns') },
  { name: 'orders-presets', account: 'admin', path: narrowed, prepare: press(/^Presets/) },
  {
    name: 'orders-save-preset',
    account: 'admin',
    path: narrowed,
    prepare: sequentially(press(/^Presets/), press(/^Save as/)),
  },
  { name: 'orders-selected', account: 'admin', path: '/orders', prepare: tickTwo },
  { name: 'orders-export', account: 'admin', path: '/orders', prepare: press(/^Export/) },
  {
    name: 'assign-orders',
    account: 'admin',
    path: '/orders',
    prepare: sequentially(tickTwo, press(/^Assign Orders/)),
  },
  { name: 'palette', account: 'admin', path: '/orders', prepare: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', account: 'admin', path: '/overview', prepare: (page) => page.keyboard.press('?') },
  {
    name: 'order-attachments',
    account: 'admin',
    path: '/orders?limit=20',
    prepare: sequentially(openFirst, openAttachments),
  },
  { name: 'order-dialog', account: 'admin', path: '/orders?limit=20', prepare: openFirst },
  ...Object.entries(orderStates).map(
    ([state, filter]): Scene => ({
      name: `order-${state}`,
      account: 'admin',
      path: `/orders?${filter}`,
      prepare: openFirst,
      inAllSizes: true,
    }),
  ),
  {
    name: 'order-failed',
    account: 'admin',
    path: '/orders?shipping=partly-shipped',
    prepare: sequentially(failToLoadDetails, openFirst),
  },
  { name: 'customers', account: 'admin', path: '/customers' },
  { name: 'customer-dialog', account: 'admin', path: '/customers', prepare: openFirst },
  { name: 'users', account: 'admin', path: '/users' },
  { name: 'users-none', account: 'admin', path: '/users?search=nobody+at+all' },
  { name: 'groups', account: 'admin', path: '/users?tab=groups' },
  { name: 'user-details', account: 'admin', path: '/users', prepare: chooseInLastRow('View Detail') },
  { name: 'edit-user', account: 'admin', path: '/users', prepare: chooseInLastRow('Edit') },
  { name: 'reset-user-password', account: 'admin', path: '/users', prepare: chooseInLastRow('Reset password') },
  { name: 'delete-user', account: 'admin', path: '/users', prepare: chooseInLastRow('Delete') },
  { name: 'edit-group', account: 'admin', path: '/users?tab=groups', prepare: openFirst },
  { name: 'invite-user', account: 'admin', path: '/users?invite=1' },
  { name: 'register-user', account: 'admin', path: '/users?register=1' },
  { name: 'invite-many', account: 'admin', path: '/users?inviteMany=1' },
  { name: 'profile', account: 'admin', path: '/profile' },
  { name: 'settings', account: 'admin', path: '/settings' },
];
