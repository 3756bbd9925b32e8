import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { count, show } from '#testing/fruit-table.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const nav = page.getByRole('navigation', { name: 'Pagination' });
const places = () =>
  [...nav.element().querySelectorAll('li')].map((place) => Math.round(place.getBoundingClientRect().left));
const widthOf = (name: string) =>
  Math.round(nav.getByRole('button', { name, exact: true }).element().getBoundingClientRect().width);

test('page slots stay in place from page to page, and each button is as wide as its number needs', async () => {
  await page.viewport(1280, 800);
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    id: String(index),
    name: `Fruit ${String(index).padStart(5, '0')}`,
    colour: 'red',
    weight: index,
  }));
  await show('/fruit', { rows });
  await count('1–10 of 20,000');
  const first = places();
  expect(widthOf('Page 1')).toBe(32);
  expect(widthOf('Page 3')).toBe(32);
  expect(widthOf('Page 2,000')).toBeGreaterThan(32);
  await nav.getByRole('button', { name: 'Page 2,000' }).click();
  await count('19,991–20,000 of 20,000');
  expect(places()).toEqual(first);
  expect(widthOf('Page 1')).toBe(32);
});

test('the range stays beside the selection summary on a tablet and wider screens', async () => {
  await page.viewport(768, 800);
  await show('/fruit', { selectable: true });
  await count('1–10 of 45');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await expect.element(page.getByText('10 selected')).toBeVisible();
  const range = page.getByText('1–10 of 45').element().getBoundingClientRect();
  expect(range.width).toBeGreaterThan(20);
  expect(range.bottom).toBeGreaterThan(700);
});
