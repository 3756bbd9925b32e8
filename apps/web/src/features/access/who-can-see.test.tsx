import { MAX_LISTED } from '@portal/contract/values';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storeUser } from '#lib/session.ts';
import { pageOf } from '#testing/in-pages.ts';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { WhoCanSee } from './who-can-see.tsx';

const viewer = (name: string, role: string, reason: object) => ({
  userId: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  email: `${name.toLowerCase()}@test.example`,
  fullName: name,
  role,
  groupName: role,
  reason,
});
const people = [
  viewer('Ada', 'admin', { kind: 'role' }),
  viewer('Miro', 'member', { kind: 'role' }),
  viewer('Carla', 'customer_admin', { kind: 'customer', customerNetsuiteId: '7', customerName: 'ACME' }),
  viewer('Gustav', 'customer_guest', { kind: 'assignment', assignedBy: 'Ada', assignedAt: '2026-11-20T10:00:00Z' }),
];

function as(role: string) {
  const profile = { id: '1', email: 'me@test.example', groups: [role], createdAt: '2026-01-01T00:00:00Z' } as const;
  storeUser({ ...profile, groups: [role as 'admin'] });
  return { 'GET /auth/profile': () => ({ body: { ...profile, groups: [role] } }) };
}

beforeEach(() => localStorage.clear());

test('shows who can see an order and why', async () => {
  serveApi({ ...as('member'), 'GET /netsuite-sales-orders/5/viewers': () => ({ body: { data: people } }) });
  await renderPage(<WhoCanSee kind="order" id="5" />, '/orders');
  await page.getByRole('button', { name: 'Who can see this?' }).click();
  await expect.element(page.getByText('4 people')).toBeVisible();
  const rows = page.getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent(/Ada.*ada@test\.example.*Administrator: sees everything/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Staff: sees all customers/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Carla.*Linked to ACME/);
  await expect.element(rows.nth(3)).toMatchTextContent(/Gustav.*Assigned by Ada on Nov 20, 2026/);
});

test('filters a long list of people by name, email and reason', async () => {
  const many = Array.from({ length: 30 }, (_, index) => viewer('x'.repeat(index + 10), 'member', { kind: 'role' }));
  serveApi({ ...as('admin'), 'GET /netsuite-customers/7/viewers': () => ({ body: { data: [...many, ...people] } }) });
  await renderPage(<WhoCanSee kind="customer" id="7" />, '/customers');
  await page.getByRole('button', { name: 'Who can see this?' }).click();
  await page.getByRole('searchbox', { name: 'Search people...' }).fill('acme');
  await expect.element(page.getByText('1 person')).toBeVisible();
  await expect.element(page.getByRole('listitem')).toMatchTextContent(/Carla/);
  await page.getByRole('searchbox', { name: 'Search people...' }).fill('nobody');
  await expect.element(page.getByText('No people found')).toBeVisible();
});

test('reads thousands of people in pages and shows a hundred at first, by role and name', async () => {
  const many = Array.from({ length: 1203 }, (_, index) => ({
    ...viewer(`Person ${index}`, index % 2 === 0 ? 'member' : 'admin', { kind: 'role' }),
    userId: `${String(index * 7919).padStart(8, '0')}-0000-4000-8000-000000000000`,
  }));
  const seen = serveApi({
    ...as('admin'),
    'GET /netsuite-customers/7/viewers': (call) => ({
      body: { data: pageOf(many, ({ userId }) => userId, call) },
    }),
  });
  await renderPage(<WhoCanSee kind="customer" id="7" />, '/customers');
  await page.getByRole('button', { name: 'Who can see this?' }).click();
  await expect.element(page.getByText('1,203 people')).toBeVisible();
  const read = seen.filter(({ key }) => key === 'GET /netsuite-customers/7/viewers');
  expect(new Set(read.map(({ query }) => query)).size).toBe(3);
  const rows = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent?.slice(0, 10).trim());
  expect(rows().slice(0, 3)).toEqual(['Person 1', 'Person 3', 'Person 5'].map((name) => expect.stringContaining(name)));
  expect(rows()).toHaveLength(101);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows().length).toBe(201);
  // A search starts at the first hundred again.
  await page.getByRole('searchbox', { name: 'Search people...' }).fill('person 1');
  await expect.poll(() => rows().length).toBe(101);
  await page.getByRole('searchbox', { name: 'Search people...' }).fill('person 1202');
  await expect.poll(() => rows().length).toBe(1);
});

test('takes what an earlier release answers as one page as the whole list', async () => {
  const many = Array.from({ length: MAX_LISTED }, (_, index) => ({
    ...viewer('Ada', 'admin', { kind: 'role' }),
    userId: `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`,
  }));
  serveApi({ ...as('admin'), 'GET /netsuite-customers/7/viewers': () => ({ body: { data: many } }) });
  await renderPage(<WhoCanSee kind="customer" id="7" />, '/customers');
  await page.getByRole('button', { name: 'Who can see this?' }).click();
  await expect.element(page.getByText(`${MAX_LISTED} people`)).toBeVisible();
});

test.each(['customer_admin', 'customer_member', 'customer_guest'])('does not show the button to %s', async (role) => {
  const seen = serveApi(as(role));
  await renderPage(<WhoCanSee kind="order" id="5" />, '/orders');
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  expect(page.getByRole('button').elements()).toHaveLength(0);
});

test('shows an error with a Retry button when loading fails', async () => {
  serveApi({
    ...as('admin'),
    'GET /netsuite-sales-orders/5/viewers': () => ({ status: 404, body: { message: 'Gone.' } }),
  });
  await renderPage(<WhoCanSee kind="order" id="5" />, '/orders');
  await page.getByRole('button', { name: 'Who can see this?' }).click();
  await expect.element(page.getByText('Failed to load who can see this')).toBeVisible();
});
