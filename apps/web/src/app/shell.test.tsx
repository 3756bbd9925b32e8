import type { Role } from '@portal/contract/permissions';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { storeToken, storeUser } from '#lib/session.ts';
import { toastError } from '#lib/toast.ts';
import { render } from '#testing/render.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { App } from './app.tsx';

const own = {
  id: '5b1c6f0e-1111-4222-8333-444455556666',
  email: 'ada@acme.example',
  fullName: 'Ada Byron',
  customerNetsuiteId: '7',
  customerName: 'ACME',
  createdAt: '2026-05-06T12:00:00Z',
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

function open(address: string, role: Role, profile: object = own) {
  const user = { ...own, ...profile, groups: [role] };
  storeToken('a token');
  storeUser(user);
  const nothing = { items: [], total: 0, pages: 0, page: 1, limit: 10 };
  const calls = serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /netsuite-customers': () => ({ body: nothing }),
    'GET /sync/freshness': () => ({ body: { orders: null, customers: null } }),
    'GET /sync/runs': () => ({ body: { data: [] } }),
  });
  history.replaceState(null, '', address);
  render(<App />);
  return { asked: () => calls.map(({ key }) => key) };
}

function openSignedOut(address: string) {
  serveApi({});
  history.replaceState(null, '', address);
  render(<App />);
}

test('a guest sees an empty customers page without sync or export', async () => {
  await page.viewport(1280, 800);
  const { asked } = open('/customers', 'customer_guest');
  await expect.element(page.getByText('No customers found.')).toBeVisible();
  expect(window.location.pathname).toBe('/customers');
  await expect.element(page.getByRole('link', { name: 'NetSuite Customers' })).toHaveAttribute('href', '/customers');
  for (const name of ['Sync Customers', 'Export']) expect(page.getByRole('button', { name }).elements()).toEqual([]);
  expect(asked()).toContain('GET /netsuite-customers');
});

test.each([390, 1280])('at a width of %i, toasts stand above the pagination of a list', async (width) => {
  await page.viewport(width, 800);
  open('/customers', 'admin');
  const pagination = page.getByRole('navigation', { name: 'Pagination' });
  await expect.element(pagination).toBeVisible();
  toastError('Failed to sync customers', { description: 'NetSuite is away.' });
  const toast = page.getByRole('listitem').filter({ hasText: 'NetSuite is away.' });
  const bottom = () => toast.element().getBoundingClientRect().bottom;
  await expect.poll(() => bottom() <= pagination.element().getBoundingClientRect().top).toBe(true);
});

test.each([
  ['the app', '/customers'],
  ['the sign-in screen', '/login'],
])('a banner in %s says that the browser is offline until it is online again', async (_, address) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get');
  onTestFinished(() => onLine.mockRestore());
  await page.viewport(1280, 800);
  if (address === '/login') openSignedOut(address);
  else open(address, 'admin');
  const banner = page.getByRole('status').filter({ hasText: "You're offline. What was loaded before can still be" });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(banner.query()).toBeNull();
  onLine.mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await expect.element(banner).toBeVisible();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.element(banner).not.toBeInTheDocument();
});

test.each([360, 390])('at a width of %i, the header has title, description and theme', async (width) => {
  await page.viewport(width, 844);
  open('/customers', 'customer_member');
  const header = page.getByRole('banner');
  for (const text of ['NetSuite Customers', 'Manage NetSuite customers']) {
    const part = header.getByText(text, { exact: true });
    await expect.element(part).toBeVisible();
    expect(part.element().scrollWidth).toBe(part.element().clientWidth);
  }
  await header.getByRole('button', { name: 'Theme: System' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
  await expect.element(header.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test.each<[string, object, string, string]>([
  ['name and company', {}, 'Ada Byron', 'ACME'],
  ['name and email without a company', { customerName: undefined }, 'Ada Byron', 'ada@acme.example'],
  ['email where there is no name', { fullName: undefined, customerName: undefined }, 'ada@acme.example', ''],
])('the sidebar shows the signed-in user: %s', async (_, profile, first, second) => {
  await page.viewport(1280, 800);
  open('/profile', 'customer_member', profile);
  const who = page.getByRole('region', { name: 'Signed in as' });
  await expect.element(who.getByText(first, { exact: true })).toBeVisible();
  const [name, ...others] = [...who.element().querySelectorAll('[data-full-text]')].map((line) => line.textContent);
  expect([name, others.join()]).toEqual([first, second]);
});

test('a long name is cut and leaves the menu as wide as its column', async () => {
  await page.viewport(1280, 800);
  open('/customers', 'customer_member', { ...own, fullName: 'a'.repeat(120), customerName: 'b'.repeat(120) });
  const menu = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect.element(menu.getByText('b'.repeat(120))).toBeVisible();
  const nav = menu.element();
  expect(nav.getBoundingClientRect().right).toBeLessThanOrEqual(
    page.getByRole('main').element().getBoundingClientRect().left,
  );
});
