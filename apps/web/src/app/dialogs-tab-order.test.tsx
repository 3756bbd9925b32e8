import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { guests, had, orders } from '#features/assignments/testing/assign-page.tsx';
import { attachment } from '#features/orders/order-dialog/attachments/testing/order-page.tsx';
import { storeToken, storeUser } from '#lib/session.ts';
import { render } from '#testing/render.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { expectTabOrder } from '#testing/tab-order.ts';
import { groups, people } from '#testing/users-page.tsx';
import { App } from './app.tsx';

const user = { ...people.ada, groups: ['admin' as const] };
const customer = { id: '1201', rawData: { companyName: 'Brûlerie Saint-Denis', email: 'info@brulerie.example' } };
const reds = {
  id: 'r1',
  name: 'Reds',
  globalFilter: 'red',
  columnFilters: [],
  isDefault: false,
  createdAt: '2026-05-06',
};
const list = (items: unknown[]) => () => ({ body: { items, total: items.length, pages: 1, page: 1, limit: 10 } });
const session = (id: string, current: boolean) => ({
  id,
  current,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  createdAt: '2026-05-06T10:00:00Z',
  lastUsedAt: '2026-05-06T10:00:00Z',
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

function open(address: string): void {
  storeToken('good');
  storeUser(user);
  serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /auth/sessions': () => ({ body: { data: [session('1', true), session('2', false)] } }),
    'GET /sync/freshness': () => ({ body: { orders: null, customers: null } }),
    'GET /sync/runs': () => ({ body: { data: [] } }),
    'GET /log': () => ({ body: { data: [] } }),
    'GET /users': () => ({ body: { data: Object.values(people) } }),
    'GET /groups': () => ({ body: groups }),
    'GET /netsuite-sales-orders': list(orders.slice(0, 10)),
    'GET /netsuite-sales-orders/7': () => ({
      body: { id: '7', rawData: { ...orders[6]?.rawData, item: { items: [] } } },
    }),
    'GET /netsuite-sales-orders/7/attachments': () => ({
      body: [attachment(1, { originalName: 'dock.png', contentType: 'image/png' }), attachment(2)],
    }),
    [`GET /netsuite-sales-orders/attachments/${attachment(1).id}`]: () => ({ text: 'not a picture' }),
    'GET /netsuite-sales-orders/export': () => new Promise(() => undefined),
    'GET /netsuite-customers': list([customer]),
    'GET /netsuite-customers/1201': () => ({ body: customer }),
    'GET /netsuite-customers/1201/orders': list(orders.slice(0, 2)),
    'GET /netsuite-customers/for-invitation': () => ({ body: [] }),
    'GET /customer-invitations/guest-users': () => ({ body: guests }),
    [`GET /auth/assigned-orders/${guests[0].id}`]: () => ({ body: [had] }),
    'GET /prefrences/filter-presets-orders': () => ({
      body: [{ prefrenceSetting: JSON.stringify([reds]), version: 1 }],
    }),
  });
  history.replaceState(null, '', address);
  render(<App />);
}

/** Presses keys ('press {Escape}'), or clicks the control with a role whose name begins like this ('button Export'). */
async function take(step: string): Promise<void> {
  const [, kind = '', rest = ''] = /^(\w+) (.*)$/.exec(step) ?? [];
  if (kind === 'press') return userEvent.keyboard(rest);
  await page
    .getByRole(kind as 'button', { name: new RegExp(`^${rest}`) })
    .last()
    .click();
}

const attachments = '/orders?order=7&tab=attachments';
const select = ['checkbox Select SO1 *$', 'button Assign Orders'];
const saveAs = ['button Presets', 'button Save as preset'];
const guest = ['combobox Guest user', 'option Gustav', 'tab Already assigned', 'button Remove access'];

/** Every dialog: its title, the address and the steps that open it, some of the controls in it, the window's width. */
const dialogs: [title: string, address: string, steps: string[], reached: string[], width?: number][] = [
  ['SO7 · Brûlerie Saint-Denis', '/orders?order=7', [], ['Copy link', 'Details', 'Who can see this?', 'Close']],
  ['SO7 · Brûlerie Saint-Denis', attachments, [], ['Choose files', 'Preview dock.png', 'Delete file-2.bin', 'Close']],
  ['dock.png', attachments, ['button Preview dock'], ['Close']],
  ['Delete dock.png?', attachments, ['button Delete dock'], ['Cancel']],
  ['Discard changes?', attachments, ['textbox Description', 'press By the dock{Escape}'], ['Keep editing', 'Discard']],
  ['Assign Orders', '/orders', select, ['Add orders', 'Note', 'Access ends', 'Cancel', 'Close']],
  ["Remove Gustav Guest's access to SO2?", '/orders', [...select, ...guest], ['Cancel']],
  ['Save filter preset', '/orders?status=Billed', saveAs, ['Name', 'Cancel', 'Close']],
  ['Replace “Reds”?', '/orders?status=Billed', [...saveAs, 'textbox Name', 'press Reds{Enter}'], ['Cancel']],
  ['Delete “Reds”?', '/orders', ['button Presets', 'button Delete Reds'], ['Cancel']],
  ['Exporting orders', '/orders', ['button Export', 'menuitem CSV'], ['Cancel', 'Close']],
  ['Brûlerie Saint-Denis', '/customers?customer=1201', [], ['Copy link', 'Close']],
  ['User Details', `/users?user=${people.guest.id}`, [], ['Copy link', '1201', 'Close']],
  ['Edit User', `/users?edit=${people.chef.id}`, [], ['Email', 'Group', 'Parent', 'Full Name', 'Cancel', 'Close']],
  ['Reset password', `/users?password=${people.chef.id}`, [], ['New Password', 'Confirm Password', 'Cancel', 'Close']],
  ['Delete Zoé Tremblay?', '/users', ['button Actions for Zoé', 'menuitem Delete'], ['Cancel']],
  ['Edit Group', `/users?tab=groups&group=${groups[0]?.id}`, [], ['Name', 'Description', 'Cancel', 'Close']],
  ['Invite User', '/users?invite=1', [], ['Email', 'Full Name', 'Group', 'Cancel', 'Close']],
  ['Discard changes?', '/users?invite=1', ['textbox Email', 'press a@b.test{Escape}'], ['Keep editing', 'Discard']],
  ['Invite people', '/users?inviteMany=1', [], ['Group', 'Choose a CSV file', 'Cancel', 'Close']],
  ['Register User', '/users?register=1', [], ['Email', 'Full Name', 'Group', 'Password', 'Cancel', 'Close']],
  ['End the session of Firefox on Linux?', '/profile', ['button End session'], ['Cancel']],
  ['Command palette', '/settings', ['button Command palette'], ['Close']],
  ['Keyboard shortcuts', '/settings', ['switch Keyboard shortcuts', 'switch Keyboard', 'press ?'], ['Close']],
  ['Menu', '/settings', ['button Open menu'], ['Overview', 'Orders', 'Logout', 'Close menu'], 390],
];

test.each(dialogs)('Tab reaches everything in “%s” both ways, and Escape closes it', async (title, ...scene) => {
  const [address, steps, reached, width = 1440] = scene;
  await page.viewport(width, 900);
  open(address);
  for (const step of steps) await take(step);
  const name = { name: title, exact: true };
  const dialog = page.getByRole('dialog', name).or(page.getByRole('alertdialog', name));
  await expect.element(dialog).toBeVisible();
  await expect.poll(() => dialog.element().querySelector('.animate-pulse, [aria-busy=true]')).toBeNull();
  await expectTabOrder(dialog.element(), reached);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});
