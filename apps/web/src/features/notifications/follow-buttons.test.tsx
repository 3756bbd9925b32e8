import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dialog, showOrder } from '#features/orders/order-dialog/attachments/testing/order-page.tsx';

/** A portal that keeps what is followed. */
function serveFollows() {
  let orders: string[] = [];
  let presets: { id: string; name: string }[] = [];
  const done = { body: { message: 'done' } };
  return {
    'GET /follows': () => ({ body: { orders, presets } }),
    'PUT /follows/orders/7': () => {
      orders = ['7'];
      return done;
    },
    'DELETE /follows/orders/7': () => {
      orders = [];
      return done;
    },
    'PUT /follows/presets/p1': () => {
      presets = [{ id: 'p1', name: 'Paid ones' }];
      return done;
    },
    'DELETE /follows/presets/p1': () => {
      presets = [];
      return done;
    },
  };
}

test('an order is followed and unfollowed in its dialog', async () => {
  await showOrder('/orders?order=7', [], serveFollows());
  const button = dialog.getByRole('button', { name: 'Follow this order' });
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
});

test('a failure is reported and changes nothing', async () => {
  const refusal = { status: 400, body: { statusCode: 400, message: 'You follow 1000 orders.' } };
  await showOrder('/orders?order=7', [], { ...serveFollows(), 'PUT /follows/orders/7': () => refusal });
  const button = dialog.getByRole('button', { name: 'Follow this order' });
  await button.click();
  await expect.element(page.getByText('You follow 1000 orders.')).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
});

test('a preset is followed in the presets menu, with what the list requests for it', async () => {
  await page.viewport(1440, 900);
  const preset = {
    id: 'p1',
    name: 'Paid ones',
    globalFilter: 'bol',
    columnFilters: [{ id: 'status', value: ['Billed'] }],
    isDefault: false,
    createdAt: '2026-01-01T00:00:00Z',
  };
  const stored = { id: '1', label: 'filter-presets-orders', userId: '1', version: 1 };
  const { calls } = await showOrder('/orders?page=1', [], {
    ...serveFollows(),
    'GET /prefrences/filter-presets-orders': () => ({
      body: [{ ...stored, prefrenceSetting: JSON.stringify([preset]) }],
    }),
  });
  await page.getByRole('button', { name: 'Presets' }).click();
  const button = page.getByRole('button', { name: 'Follow Paid ones' });
  await button.click();
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  expect(calls.find(({ key }) => key === 'PUT /follows/presets/p1')?.body).toEqual({
    name: 'Paid ones',
    search: 'bol',
    filter: JSON.stringify({ status: 'Billed' }),
  });
  await expect.element(page.getByText('Stop following Paid ones')).toBeVisible();
  await button.click();
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
});
