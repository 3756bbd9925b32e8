import { Ban, Trash2 } from 'lucide-react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#lib/api-error.ts';
import { basket, basketSource, count, type Fruit, header, row, show } from '#testing/fruit-table.tsx';

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

test('locally held rows are searched, filtered, sorted and paged without another request', async () => {
  const read = vi.fn(async () => basket);
  const { address } = await show('/fruit', { source: basketSource(read) });
  await count('1–10 of 45');
  await page.getByRole('button', { name: 'Page 5', exact: true }).click();
  await count('41–45 of 45');
  expect(address()).toBe('/fruit?page=5');

  await header('Weight').getByRole('button').click();
  await expect.element(page.getByRole('row').nth(1).getByRole('link', { name: 'Fruit 01' })).toBeVisible();
  expect(address()).toBe('/fruit?sort=weight');
  await page.getByRole('searchbox').fill('FRUIT 1');
  await count('1–10 of 10');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('checkbox', { name: 'green' }).click();
  await count('1–3 of 3');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabelText('Rows per page').click();
  await page.getByRole('option', { name: '50' }).click();
  await count('1–45 of 45');
  expect(read).toHaveBeenCalledTimes(1);
});

test('a page beyond the end redirects to the last page', async () => {
  const { address } = await show('/fruit?page=99', { source: basketSource() });
  await count('41–45 of 45');
  expect(address()).toBe('/fruit?page=5');
});

test('a failed load can be retried; a failed refresh keeps the rows', async () => {
  let broken = true;
  const source = basketSource(async () => {
    if (broken) throw new ApiError(400, 'The moon is in the way.');
    return basket;
  });
  await show('/fruit', { source });
  await expect.element(page.getByRole('alert').getByText('The fruit could not be loaded.')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await count('1–10 of 45');
  broken = true;
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The moon is in the way\./);
  await expect.element(row('Fruit 01')).toBeVisible();
});

const eat = vi.fn<(fruit: Fruit) => void>();
const actions = [
  { label: 'Eat', icon: Ban, onSelect: eat, refused: ({ id }: Fruit) => (id === '1' ? 'It is not ripe' : undefined) },
  { label: 'Throw away', icon: Trash2, onSelect: () => undefined, danger: true },
];

test('an unavailable row action is disabled in the menu and shows the reason', async () => {
  await show('/fruit', { source: basketSource(), actions });
  await page.getByRole('button', { name: 'Actions for Fruit 01' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Throw away' })).toBeVisible();
  expect(page.getByRole('menuitem').elements()).toHaveLength(3);
  const item = page.getByRole('menuitem', { name: 'Eat' });
  await expect.element(item).toHaveAttribute('aria-disabled', 'true');
  await expect.element(item).toHaveAccessibleDescription('It is not ripe');
  await expect.element(page.getByText('It is not ripe')).toBeVisible();
  (item.element() as HTMLElement).click();
  await expect.element(item).toBeVisible();
  expect(eat).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');

  await page.getByRole('button', { name: 'Actions for Fruit 02' }).click();
  await expect.element(item).not.toHaveAttribute('aria-disabled');
  await item.click();
  await expect.poll(() => eat.mock.calls).toEqual([[basket[1]]]);
  await expect.element(page.getByRole('button', { name: 'Actions for Fruit 02' })).toHaveFocus();
});

test('on a narrow screen, a card has a menu if it has more actions than opening', async () => {
  await page.viewport(390, 800);
  const { onOpen } = await show('/fruit', { source: basketSource(), actions });
  await page.getByRole('button', { name: 'Actions for Fruit 03' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Throw away' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'View Details' }).click();
  await expect.poll(() => onOpen.mock.lastCall?.[0]).toBe(basket[2]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});
