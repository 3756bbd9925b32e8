import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderOrders } from '#testing/render-orders.tsx';
import { serveApi } from '#testing/serve-api.ts';

// Firefox with blocked cookies throws. The app opens its channel as soon as its modules are loaded.
vi.hoisted(() => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    },
  );
});

const user = { id: 'u', email: 'a@b.test', groups: ['admin'], createdAt: '2026-01-01T00:00:00Z' };

beforeEach(async () => {
  localStorage.clear();
  localStorage.setItem('token', 'good');
  localStorage.setItem('user', JSON.stringify(user));
  await page.viewport(1280, 800);
});

test('the orders load and can be synced in a browser that refuses channels between tabs', async () => {
  const orders = { items: [{ id: '1', rawData: { tranId: 'SO1' } }], total: 1, pages: 1, page: 1, limit: 10 };
  serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /netsuite-sales-orders': () => ({ body: orders }),
    'GET /sync/freshness': () => ({ body: { orders: null, customers: null } }),
    'GET /sync/runs': () => ({ body: { data: [] } }),
    'GET /netsuite-sales-orders/sync': () => new Promise(() => undefined),
  });
  await renderOrders('/orders');
  await expect.element(page.getByText('SO1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await expect.element(page.getByRole('button', { name: 'Syncing…' })).toBeVisible();
});
