import type { Assignment } from '@portal/contract/assignments';
import type { Order } from '@portal/contract/orders';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { renderOrders } from '#testing/render-orders.tsx';
import { type Seen, serveApi } from '#testing/serve-api.ts';

type Answers = Parameters<typeof serveApi>[0];

export const guests = [
  { id: '0b0c7f2e-0000-4000-8000-000000000001', email: 'gustav@carrier.example', fullName: 'Gustav Guest' },
  { id: '0b0c7f2e-0000-4000-8000-000000000002', email: 'nameless@carrier.example' },
] as const;

/** SO1 to SO25, ten per page. */
export const orders: Order[] = Array.from({ length: 25 }, (_, index) => ({
  id: String(index + 1),
  rawData: {
    tranId: `SO${index + 1}`,
    entity: index % 2 === 0 ? { id: '12', refName: 'Brûlerie Saint-Denis' } : { id: '13', refName: 'Café Olimpico' },
    createdDate: '2026-05-06T16:36:00Z',
    total: `${100 + index}.00`,
  },
}));

export const had: Assignment = {
  orderId: '2',
  tranId: 'SO2',
  assignedAt: '2026-05-06T10:00:00Z',
  assignedBy: 'Ada Byron',
  note: 'Dock 4',
  endsAt: '2031-05-08T23:59:59.999Z',
};

/** Searches and paginates like the server. */
function list({ query }: Seen) {
  const asked = new URLSearchParams(query);
  const found = orders.filter(({ rawData }) => rawData.tranId?.includes(asked.get('search') ?? ''));
  const [number, limit] = [Number(asked.get('page')), Number(asked.get('limit'))];
  const items = found.slice((number - 1) * limit, number * limit);
  return { body: { items, total: found.length, pages: Math.ceil(found.length / limit), page: number, limit } };
}

/** Renders the orders page at a URL for a role. Also returns the recorded requests. */
export async function showOrders({ role = 'admin', address = '/orders', answers = {} as Answers } = {}) {
  const user = { id: 'ada', email: 'ada@portal.example', groups: [role], createdAt: '2026-01-01T00:00:00Z' };
  localStorage.setItem('token', 'good');
  localStorage.setItem('user', JSON.stringify(user));
  const calls = serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /sync/freshness': () => ({ body: { orders: new Date().toISOString(), customers: null } }),
    'GET /netsuite-sales-orders': list,
    'GET /netsuite-sales-orders/customer': list,
    'GET /netsuite-sales-orders/assigned-orders': list,
    'GET /customer-invitations/guest-users': () => ({ body: guests }),
    ...Object.fromEntries(guests.map(({ id }) => [`GET /auth/assigned-orders/${id}`, () => ({ body: [] })])),
    ...answers,
  });
  const rendered = await renderOrders(address);
  const sentWith = (key: string) => calls.filter((call) => call.key === key).map(({ body }) => body);
  return { ...rendered, calls, sent: () => sentWith('POST /auth/assign-orders'), sentWith };
}

export const dialog = page.getByRole('dialog', { name: 'Assign Orders' });
export const openButton = (count: number) => page.getByRole('button', { name: `Assign Orders (${count})` });
export const select = (order: string) => page.getByRole('checkbox', { name: `Select ${order}`, exact: true }).click();
export const submit = () => dialog.getByRole('button', { name: 'Assign Orders', exact: true });
export const inList = (order: string) => dialog.getByRole('checkbox', { name: new RegExp(`^${order} `) });

export async function pickGuest(name: string) {
  await dialog.getByLabelText('Guest user').click();
  await page.getByPlaceholder('Search guest users...').fill(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

export const gustav = guests[0];
/** The answer to an assignment. */
export const assigned = { body: { message: 'Orders assigned successfully', assigned: 2, alreadyAssigned: 0 } };

/** Expects a toast with this text. */
export const expectToast = (text: string) =>
  expect.element(page.getByRole('listitem').getByText(text, { exact: true })).toBeVisible();

/** Selects two orders on two pages and opens the dialog. */
export async function openWithTwo(options: Parameters<typeof showOrders>[0] = {}) {
  const shown = await showOrders(options);
  await select('SO2');
  await page.getByRole('button', { name: 'Next page' }).click();
  await select('SO11');
  await openButton(2).click();
  await expect.element(dialog).toBeVisible();
  return shown;
}
