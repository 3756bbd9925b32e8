import type { Order } from '@portal/contract/orders';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { turnShortcuts } from '#lib/shortcuts.ts';
import type { Seen } from '#testing/serve-api.ts';
import { showOrder } from './attachments/testing/order-page.tsx';

/** SO1 to SO25, ten per page. */
const orders: Order[] = Array.from({ length: 25 }, (_, index) => ({
  id: String(index + 1),
  rawData: { tranId: `SO${index + 1}`, entity: { id: '1', refName: 'Café Olimpico' } },
}));
const dialogOf = (number: number) => page.getByRole('dialog', { name: `SO${number} · Café Olimpico` });
const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

function list({ query }: Seen) {
  const asked = Number(new URLSearchParams(query).get('page'));
  const items = orders.slice((asked - 1) * 10, asked * 10);
  return { body: { items, total: 25, pages: 3, page: asked, limit: 10 } };
}

function show(address: string) {
  const details = orders.map((order) => [`GET /netsuite-sales-orders/${order.id}`, () => ({ body: order })] as const);
  const files = orders.map(
    (order) => [`GET /netsuite-sales-orders/${order.id}/attachments`, () => ({ body: [] })] as const,
  );
  return showOrder(address, [], {
    'GET /netsuite-sales-orders': list,
    ...Object.fromEntries([...details, ...files]),
  });
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  turnShortcuts(true);
});

test('the buttons step through the list in the same tab, and keep the focus', async () => {
  const { address, steps } = await show('/orders?order=2&tab=attachments');
  await expect.element(dialogOf(2)).toBeVisible();
  await expect.element(page.getByText('2 of 25')).toBeVisible();
  const before = steps();
  await button('Next order').click();
  await expect.element(dialogOf(3)).toBeVisible();
  await expect.element(button('Next order')).toHaveFocus();
  expect(address()).toBe('/orders?order=3&tab=attachments');
  await button('Previous order').click();
  await button('Previous order').click();
  await expect.element(dialogOf(1)).toBeVisible();
  await expect.element(button('Previous order')).toBeDisabled();
  expect(steps()).toBe(before);
});

test('a step shows which order is open, and keeps the focus', async () => {
  await show('/orders?page=2&order=19');
  const position = page.getByRole('dialog').getByRole('status');
  await expect.element(position).toHaveTextContent('SO19 · Café Olimpico, 19 of 25');
  await button('Next order').click();
  await expect.element(position).toHaveTextContent('SO20 · Café Olimpico, 20 of 25');
  // Also to another page of the list.
  await userEvent.keyboard('{Enter}');
  await expect.element(dialogOf(21)).toBeVisible();
  await expect.element(position).toHaveTextContent('SO21 · Café Olimpico, 21 of 25');
  await expect.element(button('Next order')).toHaveFocus();
  for (const number of [22, 23, 24, 25]) {
    await userEvent.keyboard('{Enter}');
    await expect.element(dialogOf(number)).toBeVisible();
  }
  await expect.element(button('Next order')).toBeDisabled();
  await expect.element(button('Previous order')).toHaveFocus();
});

test('a step from within an order leads to the next one as a whole', async () => {
  await show('/orders?order=2');
  await expect.element(page.getByText('2 of 25')).toBeVisible();
  (page.getByRole('tab', { name: 'Timeline' }).element() as HTMLElement).focus();
  await userEvent.keyboard('j');
  await expect.element(dialogOf(3)).toBeVisible();
  await expect.element(dialogOf(3)).toHaveFocus();
});

test('J and K step through the list, and across its pages', async () => {
  const { address } = await show('/orders?order=9');
  await expect.element(page.getByText('9 of 25')).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(page.getByText('10 of 25')).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(dialogOf(11)).toBeVisible();
  await expect.element(page.getByText('11 of 25')).toBeVisible();
  expect(address()).toBe('/orders?order=11&page=2');
  await userEvent.keyboard('k');
  await expect.element(dialogOf(10)).toBeVisible();
  await expect.element(page.getByText('10 of 25')).toBeVisible();
  expect(address()).toBe('/orders?order=10');
});

test('the last order of the list has no next one', async () => {
  await show('/orders?page=3&order=25');
  await expect.element(page.getByText('25 of 25')).toBeVisible();
  await expect.element(button('Next order')).toBeDisabled();
  await expect.element(button('Previous order')).toBeEnabled();
});

test('J is text in a field, and nothing while a menu is open or shortcuts are disabled', async () => {
  const { address } = await show('/orders?order=2&tab=attachments');
  const field = page.getByRole('textbox', { name: /^Description/ });
  await field.click();
  await userEvent.keyboard('j');
  await expect.element(field).toHaveValue('j');
  await field.clear();
  await button('Who can see this?').click();
  await expect.element(page.getByRole('dialog', { name: 'Who can see this?' })).toBeVisible();
  await userEvent.keyboard('j');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Who can see this?' })).not.toBeInTheDocument();
  turnShortcuts(false);
  await userEvent.keyboard('j');
  turnShortcuts(true);
  expect(address()).toBe('/orders?order=2&tab=attachments');
  await userEvent.keyboard('j');
  await expect.element(dialogOf(3)).toBeVisible();
});

test('Back closes the dialog after steps, and closing after a step to another page stays there', async () => {
  const { address, back } = await show('/orders');
  await page.getByRole('row').filter({ hasText: 'SO9' }).getByText('SO9').click();
  await expect.element(page.getByText('9 of 25')).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(dialogOf(10)).toBeVisible();
  back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(address()).toBe('/orders');

  await page.getByRole('row').filter({ hasText: 'SO10' }).getByText('SO10').click();
  await expect.element(page.getByText('10 of 25')).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(page.getByText('11 of 25')).toBeVisible();
  await button('Close').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(address()).toBe('/orders?page=2');
});

test('the window is titled with the number of the open order', async () => {
  document.title = 'Orders · Order Portal';
  await show('/orders?order=2');
  await expect.poll(() => document.title).toBe('SO2 · Order Portal');
  await expect.element(page.getByText('2 of 25')).toBeVisible();
  await userEvent.keyboard('j');
  await expect.poll(() => document.title).toBe('SO3 · Order Portal');
  await button('Close').click();
  await expect.poll(() => document.title).toBe('Orders · Order Portal');
});

test('the window of an order without number and ship-to is titled with its customer', async () => {
  const { entity } = orders[0]?.rawData ?? {};
  await showOrder('/orders?order=1', [], {
    'GET /netsuite-sales-orders/1': () => ({ body: { id: '1', rawData: { entity } } }),
  });
  await expect.poll(() => document.title).toBe('Café Olimpico · Order Portal');
});

test('on a phone the buttons are a bar at the bottom', async () => {
  await page.viewport(390, 844);
  await show('/orders?order=2');
  await button('Next order').click();
  await expect.element(dialogOf(3)).toBeVisible();
  expect(button('Next order').element().getBoundingClientRect().bottom).toBeGreaterThan(780);
});

test('an order that is not on the page of the list has no buttons, and says why', async () => {
  await show('/orders?order=25');
  await expect.element(dialogOf(25)).toBeVisible();
  await expect.element(page.getByText('1–10 of 25')).toBeInTheDocument();
  expect(button('Next order').query()).toBeNull();
  await expect.element(page.getByRole('dialog').getByText('Not on this page of the list')).toBeVisible();
});
