import type { Role } from '@portal/contract/permissions';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { guests, had, orders } from '#features/assignments/testing/assign-page.tsx';
import { attachment } from '#features/orders/order-dialog/attachments/testing/order-page.tsx';
import { invoice, line, orderWith, shipment } from '#features/orders/order-dialog/testing/progress-orders.ts';
import { storeToken, storeUser } from '#lib/session.ts';
import { render } from '#testing/render.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { expectTabOrder } from '#testing/tab-order.ts';
import { groups, people } from '#testing/users-page.tsx';
import { App } from './app.tsx';

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
const { rawData, ...progress } = orderWith({
  progress: { shipping: 'partly-shipped', ordered: 12, shipped: 8, billing: 'partly-billed', openAmount: '494.38' },
  lines: [line('Queso Cabrales', 12, { quantityShipped: 8 })],
  shipments: Array.from({ length: 6 }, (_, index) => shipment({ number: `IF${index}` })),
  invoices: [invoice()],
});
const shipped = { ...progress, id: '8', rawData: { ...rawData, tranId: 'SO8' } };
const request = {
  id: '5',
  kind: 'proof-of-delivery',
  note: 'Signed, please',
  askedBy: 'Ada Byron',
  askedAt: had.assignedAt,
  completedAt: null,
};
const asked = { ...request, guest: { id: guests[0].id, name: 'Gustav Guest' } };
/** Who can see an order: enough people for a search box. */
const viewers = Array.from({ length: 9 }, (_, index) => ({
  userId: `${guests[0].id.slice(0, -1)}${index}`,
  email: `gustav${index}@carrier.example`,
  role: 'customer_guest',
  groupName: 'Guests',
  reason: { kind: 'assignment', assignedAt: had.assignedAt },
}));
const timeline = Array.from({ length: 50 }, (_, index) => ({
  id: `${index}`,
  kind: 'status',
  at: had.assignedAt,
  status: 'Closed',
}));
const notification = {
  ...{ kind: 'event', id: '1', createdAt: had.assignedAt, isRead: false, order: { id: '7', tranId: 'SO7' } },
  event: { kind: 'status', at: had.assignedAt, status: 'Billed' },
};
const netsuite = { configured: 4, allowed: 4, inUse: 0, waiting: 0, openUntil: null, lastError: null };
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

function open(address: string, role: Role): void {
  const user = { ...people.ada, groups: [role] };
  storeToken('good');
  storeUser(user);
  serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /auth/sessions': () => ({ body: { data: [session('1', true), session('2', false)] } }),
    'GET /sync/freshness': () => ({ body: { orders: null, customers: null } }),
    'GET /sync/runs': () => ({ body: { data: [] } }),
    'GET /sync/failures': () => ({ body: { items: [], total: 0, pages: 0, page: 1, limit: 10 } }),
    'GET /sync/overview': () => ({
      body: { mirrors: [], netsuite, held: [{ kind: 'orders', records: 830, heldAt: had.assignedAt }], check: null },
    }),
    'GET /notifications': () => ({ body: { unread: 1, data: [notification] } }),
    'GET /follows': () => ({ body: { orders: [], presets: [] } }),
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
    'GET /netsuite-sales-orders/7/timeline': () => ({ body: { data: timeline } }),
    'GET /netsuite-sales-orders/7/viewers': () => ({ body: { data: viewers } }),
    'GET /netsuite-sales-orders/8': () => ({ body: { ...shipped, paperRequests: [asked] } }),
    'GET /netsuite-sales-orders/8/attachments': () => ({ body: [] }),
    'GET /netsuite-sales-orders/assigned-orders': list([]),
    'GET /netsuite-sales-orders/9': () => ({
      body: { id: '9', rawData: { entity: rawData.entity }, paperRequests: [request] },
    }),
    'GET /netsuite-sales-orders/9/attachments': () => ({ body: [attachment(3)] }),
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

/** A role other than admin, and a window of another width. */
interface Where {
  role?: Role;
  width?: number;
}

type Scene = [title: string, address: string, steps: string[], reached: string[], where?: Where];

/** Every dialog: its title, the address and the steps that open it, and some of the controls in it. */
const dialogs: Scene[] = [
  [
    'SO7 · Brûlerie Saint-Denis',
    '/orders?order=7',
    [],
    ['Next order', 'Copy link', 'Details', 'Who can see this?', 'Close'],
  ],
  [
    'SO7 · Brûlerie Saint-Denis',
    attachments,
    [],
    ['Next order', 'Choose files', 'Preview dock.png', 'Delete file-2.bin', 'Close'],
  ],
  [
    'SO7 · Brûlerie Saint-Denis',
    attachments,
    ['button Ask for'],
    ['Next order', 'Guest', 'Kind of paper', 'Note (optional)', 'Cancel', 'Close'],
  ],
  ['SO7 · Brûlerie Saint-Denis', '/orders?order=7&tab=timeline', [], ['Timeline', 'Next order', 'Close']],
  [
    'SO8 · Café Olimpico',
    '/orders?order=8',
    [],
    ['Previous order', 'Follow this order', 'Copy tracking number 1Z999AA10123456784', 'Close'],
  ],
  [
    'SO8 · Café Olimpico',
    '/orders?order=8&tab=attachments',
    [],
    ['Previous order', 'Ask for a paper', 'Withdraw the request to Gustav Guest: Proof of delivery', 'Close'],
  ],
  [
    'Order · Café Olimpico',
    '/orders?order=9&tab=attachments',
    [],
    ['Upload Proof of delivery', 'Choose files', 'Close'],
    { role: 'customer_guest' },
  ],
  ['dock.png', attachments, ['button Preview dock'], ['Close']],
  ['Delete dock.png?', attachments, ['button Delete dock'], ['Cancel']],
  ['Discard changes?', attachments, ['textbox Description', 'press By the dock{Escape}'], ['Keep editing', 'Discard']],
  ['Assign Orders', '/orders', select, ['Add orders', 'Note', 'Access ends', 'Cancel', 'Close']],
  [
    'Assign Orders',
    '/orders',
    [...select, ...guest.slice(0, 3)],
    ['Guest user', 'Remove access to SO2', 'Cancel', 'Close'],
  ],
  ["Remove Gustav Guest's access to SO2?", '/orders', [...select, ...guest], ['Cancel']],
  ['Save filter preset', '/orders?status=Billed', saveAs, ['Name', 'Cancel', 'Close']],
  ['Replace “Reds”?', '/orders?status=Billed', [...saveAs, 'textbox Name', 'press Reds{Enter}'], ['Cancel']],
  ['Delete “Reds”?', '/orders', ['button Presets', 'button Delete Reds'], ['Cancel']],
  ['Exporting orders', '/orders', ['button Export', 'menuitem CSV'], ['Cancel', 'Close']],
  ['Brûlerie Saint-Denis', '/customers?customer=1201', [], ['Copy link', 'Close']],
  ['User Details', `/users?user=${people.guest.id}`, [], ['Copy link', '1201', 'Close']],
  ['Edit User', `/users?edit=${people.chef.id}`, [], ['Email', 'Group', 'Parent', 'Full Name', 'Cancel', 'Close']],
  ['Edit User', `/users?edit=${people.guest.id}`, [], ['Customer (NetSuite ID)', 'Access ends', 'Close']],
  ['Reset password', `/users?password=${people.chef.id}`, [], ['New Password', 'Confirm Password', 'Cancel', 'Close']],
  ['Delete Zoé Tremblay?', '/users', ['button Actions for Zoé', 'menuitem Delete'], ['Cancel']],
  ['Edit Group', `/users?tab=groups&group=${groups[0]?.id}`, [], ['Name', 'Description', 'Cancel', 'Close']],
  ['Invite User', '/users?invite=1', [], ['Email', 'Full Name', 'Group', 'Cancel', 'Close']],
  ['Discard changes?', '/users?invite=1', ['textbox Email', 'press a@b.test{Escape}'], ['Keep editing', 'Discard']],
  ['Invite people', '/users?inviteMany=1', [], ['Group', 'Choose a CSV file', 'Cancel', 'Close']],
  [
    'Invite people',
    '/users?inviteMany=1',
    ['textbox People', 'press a@b.test', 'button Add to'],
    ['Remove person 1', 'Close'],
  ],
  ['Register User', '/users?register=1', [], ['Email', 'Full Name', 'Group', 'Password', 'Cancel', 'Close']],
  ['End the session of Firefox on Linux?', '/profile', ['button End session'], ['Cancel']],
  ['Remove 830 sales orders?', '/settings?tab=sync', ['button Confirm deletion'], ['Cancel']],
  ['Command palette', '/settings', ['button Command palette'], ['Close']],
  ['Keyboard shortcuts', '/settings', ['switch Keyboard shortcuts', 'switch Keyboard', 'press ?'], ['Close']],
  ['Menu', '/settings', ['button Open menu'], ['Overview', 'Orders', 'Logout', 'Close menu'], { width: 390 }],
];

/** Every panel beside its button. */
const panels: Scene[] = [
  ['Who can see this?', '/orders?order=7', ['button Who can see'], ['Search people...']],
  ['Notifications', '/settings', ['button Notifications'], ['Mark all as read', 'Email settings']],
  ['Filter', '/users', ['button Filter'], ['Customer', 'Expires At']],
  ['Presets', '/orders', ['button Presets'], ['Reds', 'Delete Reds']],
  ['Columns', '/users', ['button Columns'], ['Move Status', 'Status']],
  ['Calendar', '/overview', ['button Time', 'button Open the calendar'], ['Go to the Previous Month']],
  ['Add orders', '/orders', [...select, 'button Add orders'], ['Search orders...']],
  ['Search guest users...', '/orders', [...select, 'combobox Guest user'], ['Search guest users...']],
  ['Time: Any time', '/overview', ['button Time'], ['From', 'To', 'Open the calendar']],
  ['Sort and rows per page', '/orders', ['button Sort'], ['Sort by'], { width: 390 }],
];

test.each([...dialogs, ...panels])(
  'Tab reaches everything in “%s” both ways, and Escape closes it',
  async (title, ...scene) => {
    const [address, steps, reached, { role = 'admin', width = 1440 } = {}] = scene;
    await page.viewport(width, 900);
    open(address, role);
    for (const step of steps) await take(step);
    const name = { name: title, exact: true };
    const dialog = page.getByRole('dialog', name).or(page.getByRole('alertdialog', name));
    await expect.element(dialog).toBeVisible();
    await expect.poll(() => dialog.element().querySelector('.animate-pulse, [aria-busy=true]')).toBeNull();
    await expectTabOrder(dialog.element(), reached);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  },
);
