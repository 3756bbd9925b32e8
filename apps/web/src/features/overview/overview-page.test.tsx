import type { Role } from '@portal/contract/permissions';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storeUser } from '#lib/session.ts';
import { renderPage } from '#testing/render-page.tsx';
import { type Seen, serveApi } from '#testing/serve-api.ts';
import { OverviewPage } from './overview-page.tsx';

beforeEach(() => localStorage.clear());

type Answers = Record<string, () => { status?: number; body: unknown }>;

const totals: Answers = {
  'GET /netsuite-customers': () => ({ body: { total: 91 } }),
  'GET /netsuite-sales-orders': () => ({ body: { total: 1048576 } }),
  'GET /netsuite-sales-orders/assigned-orders': () => ({ body: { total: 3 } }),
  'GET /users': () => ({ body: { data: Array.from({ length: 1200 }, () => ({})) } }),
  'GET /customer-invitations/active': () => ({ body: [{}, {}] }),
  'GET /log': () => ({ body: { data: [] } }),
};

async function open(role: Role, answers: Answers = totals): Promise<Seen[]> {
  const profile = { id: 'ada', email: 'ada@test.example', groups: [role], createdAt: '2026-05-06T12:00:00Z' };
  storeUser(profile);
  const seen = serveApi({ ...answers, 'GET /auth/profile': () => ({ body: profile }) });
  await renderPage(<OverviewPage />, '/overview');
  return seen;
}

const card = (name: string) => page.getByText(name, { exact: true });
const figures = ['Total Customers91', 'Total Orders1,048,576', 'Total Users1,200', 'Active Invitations2'];
const texts = () =>
  ['Total Customers', 'Total Orders', 'Total Users', 'Active Invitations'].map(
    (name) => card(name).element().parentElement?.textContent,
  );

test('shows four totals with thousands separators', async () => {
  const seen = await open('admin');
  await expect.poll(texts).toEqual(figures);
  const counted = seen.filter(({ key }) => key.includes('/netsuite'));
  expect(new Set(counted.map(({ query }) => query))).toEqual(new Set(['?limit=1']));
});

test('keeps the ellipsis in a card whose total cannot be loaded', async () => {
  const refused = () => ({ status: 403, body: { message: 'no' } });
  await open('admin', { ...totals, 'GET /customer-invitations/active': refused, 'GET /users': refused });
  await expect.poll(texts).toEqual([...figures.slice(0, 2), 'Total Users…', 'Active Invitations…']);
});

test.each<[Role, string[]]>([
  ['admin', ['/customers?page=1', '/orders?page=1', '/users?page=1', '/users?page=1']],
  ['member', ['/customers?page=1', '/orders?page=1']],
  ['customer_guest', ['/customers?page=1', '/orders?page=1']],
])('links the cards to the pages that %s can open', async (role, paths) => {
  await open(role);
  const links = () =>
    page
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href'));
  await expect.poll(links).toEqual(paths);
});
