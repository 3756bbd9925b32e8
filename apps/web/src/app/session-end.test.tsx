import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readToken, storeToken, storeUser } from '#lib/session.ts';
import { render } from '#testing/render.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { App } from './app.tsx';

const user = {
  id: '5b1c6f0e-1111-4222-8333-444455556666',
  email: 'ada@test.example',
  groups: ['admin' as const],
  createdAt: '2026-05-06T12:00:00Z',
};
const run = {
  runId: 'a-run',
  kind: 'orders',
  status: 'running',
  phase: 'reading',
  expected: 830,
  fetched: 415,
  created: 0,
  updated: 0,
  unchanged: 415,
  deleted: 0,
  failed: 0,
  startedAt: '2026-05-06T10:00:00.000Z',
  finishedAt: null,
  message: null,
};
const orders = { items: [{ id: '7', rawData: { tranId: 'SO7' } }], total: 1, pages: 1, page: 1, limit: 10 };
const refused = { status: 401, body: { statusCode: 401, message: 'Sign in first' } };

const path = () => window.location.pathname;

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  sessionStorage.clear();
});

/** Opens the app at an address as an administrator, with one order in the list. */
function open(address: string, answers: Parameters<typeof serveApi>[0] = {}) {
  storeToken('a token');
  storeUser(user);
  const calls = serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /netsuite-sales-orders': () => ({ body: orders }),
    'GET /sync/freshness': () => ({ body: { orders: null, customers: null } }),
    'GET /sync/runs': () => ({ body: { data: [] } }),
    ...answers,
  });
  history.replaceState(null, '', address);
  render(<App />);
  return calls;
}

async function expectSessionEnded() {
  await expect.element(page.getByText('Unauthorized', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('Your session has expired or you are not authorized to access this resource'))
    .toBeVisible();
  await expect.poll(path).toBe('/login');
  await expect.element(page.getByRole('heading', { name: 'Sign in to Order Portal' })).toBeVisible();
  expect(readToken()).toBeNull();
}

test('a 401 of the event stream ends the session', async () => {
  open('/orders', { 'GET /sync/runs': () => ({ body: { data: [run] } }), 'GET /sync/events': () => refused });
  await expectSessionEnded();
});

test('a 401 on the registration page leads to the sign-in screen', async () => {
  open('/login', { 'GET /customer-invitations/validate/the-token': () => refused });
  localStorage.clear();
  history.replaceState(null, '', '/register?token=the-token&email=grace%40test.example');
  await expectSessionEnded();
});

test('a page restored from the back/forward cache after a logout in another tab shows none of its rows', async () => {
  open('/orders');
  const row = page.getByText('SO7');
  await expect.element(row).toBeVisible();
  const shown = row.element();
  // A page in the back/forward cache receives no storage events.
  localStorage.clear();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(shown.checkVisibility({ opacityProperty: true })).toBe(false);
  await expect.element(page.getByRole('heading', { name: 'Sign in to Order Portal' })).toBeVisible();
  await expect.element(page.getByLabelText('Email')).toHaveFocus();
  expect(shown.isConnected).toBe(false);
  expect(document.body.checkVisibility({ opacityProperty: true })).toBe(true);
});

test('a logout in another tab leaves no user behind, even if this tab has just stored it again', async () => {
  open('/orders');
  await expect.element(page.getByText('SO7')).toBeVisible();
  localStorage.removeItem('token');
  storeUser(user);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue: 'a token', newValue: null }));
  await expect.element(page.getByRole('heading', { name: 'Sign in to Order Portal' })).toBeVisible();
  expect(localStorage.getItem('user')).toBeNull();
});

test('a page restored from the back/forward cache in the same session stays as it was', async () => {
  const calls = open('/orders');
  const row = page.getByText('SO7');
  await expect.element(row).toBeVisible();
  const shown = row.element();
  const before = calls.length;
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(shown.checkVisibility({ opacityProperty: true })).toBe(true);
  expect(calls.length).toBe(before);
  expect(path()).toBe('/orders');
});
