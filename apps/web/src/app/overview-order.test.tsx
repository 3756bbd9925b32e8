import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storeToken, storeUser } from '#lib/session.ts';
import { render } from '#testing/render.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { App } from './app.tsx';

const user = {
  id: '5b1c6f0e-1111-4222-8333-444455556666',
  email: 'ada@test.example',
  groups: ['customer_member' as const],
  createdAt: '2026-05-06T12:00:00Z',
};
const order = { id: '7', rawData: { tranId: 'SO7', entity: { id: '1', refName: 'Café Olimpico' } } };
const orders = { items: [order], total: 1, pages: 1, page: 1, limit: 10 };

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  sessionStorage.clear();
});

function openOverview() {
  storeToken('a token');
  storeUser(user);
  serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /netsuite-sales-orders/customer': () => ({ body: orders }),
    'GET /netsuite-sales-orders/7': () => ({ body: order }),
    'GET /sync/freshness': () => ({ body: { orders: null, customers: null } }),
  });
  history.replaceState(null, '', '/overview');
  render(<App />);
}

const dialog = page.getByRole('dialog');

test.each(['Close', 'Back'])('%s leads from an order that was opened on the overview back there', async (way) => {
  // The last search of the list does not apply: it may not find the order.
  localStorage.setItem('table-orders', JSON.stringify({ params: { search: 'SO' } }));
  openOverview();
  await page.getByRole('list', { name: 'Open orders' }).getByRole('link').click();
  await expect.element(dialog.getByRole('tab', { name: 'Timeline' })).toBeVisible();
  expect(window.location.search).toMatch(/^\?page=1&shipping=[a-z,-]+&order=7$/);
  if (way === 'Back') history.back();
  else {
    await dialog.getByRole('tab', { name: 'Timeline' }).click();
    await expect.poll(() => window.location.search).toContain('tab=timeline');
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  await expect.poll(() => window.location.pathname).toBe('/overview');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('Enter in the search of the overview opens the only order that it finds, once', async () => {
  openOverview();
  await page.getByRole('searchbox', { name: 'Search all orders' }).fill('so 7');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('heading', { name: /SO7/ })).toBeVisible();
  expect(window.location.search).toBe('?search=so+7&order=7');
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(window.location.search).toBe('?search=so+7');
  history.back();
  await expect.poll(() => window.location.pathname).toBe('/overview');
  history.forward();
  await page.getByRole('searchbox', { name: 'Search orders...' }).click();
  expect(dialog.elements()).toEqual([]);
});
