import { expect, type Page } from '@playwright/test';
import { type Account, callApi, pageAs, signedOutPage } from './accounts.ts';
import { test } from './test.ts';

/** The specified texts of each screen. Messages of actions are tested with the action. */
interface Screen {
  account?: Account;
  path: string;
  headings?: readonly string[];
  /** Labels of boxes. */
  fields?: readonly string[];
  buttons?: readonly string[];
  links?: readonly string[];
  texts?: readonly string[];
  /** Texts that must not appear. */
  absent?: readonly string[];
}

const shell = {
  links: ['Overview', 'Orders', 'NetSuite Customers', 'Profile', 'Settings'],
  buttons: ['Logout', 'Light', 'Dark', 'System'],
};

const screens: readonly Screen[] = [
  { path: '/login', fields: ['Email', 'Password'], buttons: ['Continue'], links: ['Forgot password?'] },
  { path: '/login', texts: ['Need an account? Ask your system administrator to register one for you.'] },
  {
    path: '/forgot-password',
    headings: ['Reset Password'],
    fields: ['Email'],
    buttons: ['Send Reset Instructions', 'Back to Login'],
  },
  {
    path: '/reset-password?code=any&email=name%40company.com',
    headings: ['Set New Password'],
    fields: ['New Password', 'Confirm Password'],
    buttons: ['Reset Password', 'Back to Login'],
  },
  { path: '/reset-password?email=name%40company.com', texts: ['Invalid reset code'] },
  { path: '/reset-password?code=any', texts: ['Invalid email'] },
  { path: '/register', texts: ['Invalid registration link'], buttons: ['Continue'] },
  { account: 'admin', path: '/overview', ...shell },
  {
    account: 'admin',
    path: '/overview',
    headings: ['Overview', 'Recent Activity'],
    texts: [
      'Dashboard overview and statistics',
      'Total Customers',
      'Total Orders',
      'Total Users',
      'Active Invitations',
    ],
  },
  {
    account: 'admin',
    path: '/orders',
    headings: ['Orders'],
    texts: ['Manage and track all orders'],
    buttons: ['Columns', 'Refresh', 'Sync Orders', 'Assign Orders (0)'],
  },
  { account: 'admin', path: '/orders?search=no+such+order+anywhere', texts: ['No orders found.'] },
  {
    account: 'admin',
    path: '/customers',
    headings: ['NetSuite Customers'],
    texts: ['Manage NetSuite customers'],
    buttons: ['Refresh', 'Sync Customers'],
  },
  { account: 'admin', path: '/customers?search=no+such+customer+anywhere', texts: ['No customers found.'] },
  {
    account: 'admin',
    path: '/users',
    headings: ['User Management'],
    texts: ['Manage user accounts and permissions'],
    buttons: ['Refresh', 'Invite User'],
    links: ['User Management'],
  },
  { account: 'admin', path: '/users?search=nobody+of+this+name', texts: ['No users found.'] },
  { account: 'admin', path: '/users?tab=groups&search=no+such+group', texts: ['No groups found.'] },
  {
    account: 'admin',
    path: '/profile',
    headings: ['Profile'],
    texts: ['View and edit your profile', 'Email', 'Role', 'Administrator', 'Member Since', 'Groups'],
  },
  {
    account: 'customerMember',
    path: '/profile',
    texts: ['Role', 'User', 'Customer ID', 'Customer Name', 'Member Since'],
    absent: ['Administrator', 'User Management'],
  },
  {
    account: 'guest',
    path: '/settings',
    headings: ['Settings', 'About'],
    texts: ['Application settings and preferences', 'Dark Mode', 'v1.0.0'],
    absent: ['User Management'],
  },
];

const dialogs: readonly (Screen & { name: string })[] = [
  {
    path: '/users?invite=1',
    name: 'Invite User',
    fields: ['Email', 'Full Name', 'Group'],
    buttons: ['Cancel', 'Send Invitation'],
  },
  {
    path: '/users?edit={guest}',
    name: 'Edit User',
    fields: ['Email', 'Full Name', 'Group', 'Customer (NetSuite ID)', 'Parent'],
    buttons: ['Cancel', 'Save Changes'],
  },
  {
    path: '/users?user={guest}',
    name: 'User Details',
    texts: [
      ...['Email', 'Status', 'Active', 'Full Name', 'Groups', 'Customer NetSuite ID', 'Parent Customer', 'N/A'],
      ...['Created At', 'Updated At', 'Expires At', 'User ID'],
    ],
  },
  { path: '/users?password={guest}', name: 'Reset password', fields: ['New Password', 'Confirm Password'] },
  { path: '/users?password={guest}', name: 'Reset password', buttons: ['Reset'] },
  { path: '/users?tab=groups&group={group}', name: 'Edit Group', fields: ['Name', 'Description'] },
  {
    path: '/orders?order={order}',
    name: 'SO',
    texts: [
      ...['Customer', 'Email', 'PO Number', 'Terms', 'Billing Address', 'Shipping Address', 'Location', 'Currency'],
      ...['Project', 'BOL In #', 'Created', 'Last Modified', 'Sales Effective', 'Subtotal', 'Tax', 'Total'],
    ],
  },
];

async function expectWords(where: Page | ReturnType<Page['getByRole']>, screen: Screen): Promise<void> {
  const { headings = [], fields = [], buttons = [], links = [], texts = [], absent = [] } = screen;
  for (const name of headings) await expect(where.getByRole('heading', { name, exact: true }).first()).toBeVisible();
  for (const name of fields) await expect(where.getByLabel(name, { exact: true }).first()).toBeVisible();
  for (const name of buttons) {
    // The theme menu is a group of radio items.
    const button = where.getByRole('button', { name, exact: true }).or(where.getByRole('radio', { name, exact: true }));
    await expect(button.first()).toBeVisible();
  }
  for (const name of links) await expect(where.getByRole('link', { name, exact: true }).first()).toBeVisible();
  for (const text of texts) await expect(where.getByText(text, { exact: true }).first()).toBeVisible();
  for (const text of absent) await expect(where.getByText(text, { exact: true })).toHaveCount(0);
}

test('each screen shows its specified texts', async ({ browser }) => {
  const pages = new Map<Account | undefined, Page>();
  for (const screen of screens) {
    const { account, path } = screen;
    const page =
      pages.get(account) ?? (await (account === undefined ? signedOutPage(browser) : pageAs(browser, account)));
    pages.set(account, page);
    await page.goto(path);
    await test.step(path, () => expectWords(page, screen));
  }
});

test('each dialog shows its specified texts', async ({ browser }) => {
  const page = await pageAs(browser, 'admin');
  const { data } = (await callApi(page, '/users')).body as { data: { id: string; email: string }[] };
  const [group] = (await callApi(page, '/groups')).body as { id: string }[];
  const orders = (await callApi(page, '/netsuite-sales-orders?limit=1')).body as { items: { id: string }[] };
  const ids: Record<string, string | undefined> = {
    guest: data.find(({ email }) => email === 'guest@demo.test')?.id,
    group: group?.id,
    order: orders.items[0]?.id,
  };
  for (const dialog of dialogs) {
    const path = dialog.path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? '');
    await page.goto(path);
    await test.step(path, () => expectWords(page.getByRole('dialog', { name: dialog.name }), dialog));
  }
});

test('pickers, row menus, page sizes and statuses show their specified texts', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/users?invite=1');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Group').selectOption({ label: 'Customer member' });
  await dialog.getByText('Select a customer...').click();
  await page.getByRole('combobox', { name: 'Search customers...' }).fill('no such customer anywhere');
  await expect(page.getByText('No customers found', { exact: true })).toBeVisible();

  await page.goto('/users');
  const menu = page.getByRole('row').filter({ hasText: 'guest@demo.test' }).getByRole('button').last();
  await menu.click();
  const items = page.getByRole('menuitem');
  await expect(items).toHaveText(['View Detail', 'Edit', /^Resend/, 'Reset password', 'Delete']);
  await items.getByText('Edit', { exact: true }).click();
  await page.getByRole('dialog').getByLabel('Parent', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Search users...' }).fill('nobody of this name');
  await expect(page.getByText('No users found', { exact: true })).toBeVisible();

  await page.goto('/orders');
  await page.getByRole('row').nth(1).getByRole('button').last().click();
  await expect(page.getByRole('menuitem', { name: 'View Details', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Rows per page').click();
  await expect(page.getByRole('option')).toHaveText(['10', '20', '50', '100']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Filter/ }).click();
  const statuses = page.getByRole('group', { name: 'Status' });
  for (const status of [
    ...['Pending Approval', 'Pending Fulfillment', 'Partially Fulfilled', 'Pending Billing'],
    ...['Billed', 'Cancelled', 'Closed'],
  ]) {
    await expect(statuses.getByRole('checkbox', { name: status, exact: true })).toBeVisible();
  }
});

test('the orders list shows the columns of each role', async ({ browser }) => {
  const all = [
    ...['Sales Order #', 'BOL In #', 'Purchase Order #', 'Customer', 'Status', 'Order Date', 'Created Date'],
    ...['Last Modified', 'Sales Effective Date', 'Email', 'Terms', 'Location', 'Currency', 'Project', 'Subtotal'],
    ...['Tax', 'Total'],
  ];
  const numbers = all.slice(0, 3);
  for (const [account, missing] of [
    ['admin', []],
    ['member', []],
    ['customerMember', ['Customer']],
    ['guest', [...numbers, 'Customer']],
  ] as const) {
    const page = await pageAs(browser, account, '/orders');
    const columns = all.filter((name) => !(missing as readonly string[]).includes(name));
    await page.getByRole('button', { name: 'Columns' }).click();
    // The first column always shows, and is not in the menu.
    for (const name of columns.slice(1)) {
      await expect(page.getByRole('checkbox', { name, exact: true })).toBeVisible();
    }
    for (const name of missing) await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  }
});
