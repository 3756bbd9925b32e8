import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { basket, count, fetchPage, header, row, show } from '#testing/fruit-table.tsx';
import { rangeOf } from './row-selection.ts';

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const pageBox = () => page.getByRole('checkbox', { name: 'Select all on this page' });
const ticked = () =>
  [...document.querySelectorAll('[role=checkbox][aria-checked=true]')].map((each) => each.getAttribute('aria-label'));
const clear = () => page.getByRole('button', { name: 'Clear', exact: true });
const next = () => page.getByRole('button', { name: 'Next page' });

async function open(address = '/fruit', options: Parameters<typeof show>[1] = {}) {
  const rendered = await show(address, { selectable: true, ...options });
  await expect.element(page.getByText(/of 45$/)).toBeVisible();
  return rendered;
}

test('a table has no checkboxes unless its rows are selectable', async () => {
  await show('/fruit');
  await count('1–10 of 45');
  expect(page.getByRole('checkbox').elements()).toEqual([]);
});

test('a checkbox selects only its row, does not open it, highlights it, and the count is announced', async () => {
  const { onOpen } = await open();
  const colour = () => getComputedStyle(row('Fruit 02').element()).backgroundColor;
  const plain = colour();
  await box('Fruit 02').click();
  expect(ticked()).toEqual(['Select Fruit 02']);
  await expect.element(page.getByRole('status').getByText('1 selected')).toBeVisible();
  await page.getByRole('searchbox').hover();
  await expect.poll(colour).not.toBe(plain);
  await box('Fruit 04').click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await box('Fruit 02').click();
  expect(ticked()).toEqual(['Select Fruit 04']);
  expect(onOpen).not.toHaveBeenCalled();
});

test('the selection survives paging, sorting, filtering and a refresh', async () => {
  await open();
  await box('Fruit 03').click();
  await next().click();
  await count('11–20 of 45');
  expect(ticked()).toEqual([]);
  await box('Fruit 12').click();
  await expect.element(page.getByText('2 selected')).toBeVisible();

  await header('Name').getByRole('button').click();
  await expect.element(row('Fruit 45')).toBeVisible();
  await page.getByRole('searchbox').fill('Fruit 1');
  await count('1–10 of 10');
  expect(ticked()).toEqual(['Select Fruit 12']);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('button', { name: 'Page 5' }).click();
  await expect.element(box('Fruit 03')).toBeChecked();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(page.getByRole('table')).not.toHaveAttribute('aria-busy');
  await expect.element(box('Fruit 03')).toBeChecked();
  await expect.element(page.getByText('2 selected')).toBeVisible();
});

test('a row stays selected when a refresh inserts other rows before it', async () => {
  let rows = basket.slice(1);
  await show('/fruit', { selectable: true, source: { fetchPage: (request) => fetchPage(rows)(request) } });
  await box('Fruit 02').click();
  rows = basket;
  await page.getByRole('button', { name: 'Refresh' }).click();
  await count('1–10 of 45');
  expect(ticked()).toEqual(['Select Fruit 02']);
});

test('the header checkbox shows none, some or all of the page, and selects or clears the whole page', async () => {
  await open('/fruit?page=5');
  await expect.element(pageBox()).toHaveAttribute('aria-checked', 'false');
  await box('Fruit 44').click();
  await expect.element(pageBox()).toHaveAttribute('aria-checked', 'mixed');
  await pageBox().click();
  await expect.element(pageBox()).toHaveAttribute('aria-checked', 'true');
  await expect.element(page.getByText('5 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await count('31–40 of 45');
  await expect.element(pageBox()).toHaveAttribute('aria-checked', 'false');
  await pageBox().click();
  await expect.element(page.getByText('15 selected')).toBeVisible();
  await pageBox().click();
  await expect.element(page.getByText('5 selected')).toBeVisible();
});

test('shift-click applies the change to a range and selects no text', async () => {
  await open();
  await box('Fruit 07').click();
  await box('Fruit 03').click({ modifiers: ['Shift'] });
  const range = ['03', '04', '05', '06', '07'].map((name) => `Select Fruit ${name}`);
  expect(ticked()).toEqual(range);
  expect(window.getSelection()?.isCollapsed).toBe(true);
  await box('Fruit 05').click({ modifiers: ['Shift'] });
  expect(ticked()).toEqual(range.slice(3));
  // The last selected row is on another page: there is no range.
  await next().click();
  await box('Fruit 14').click({ modifiers: ['Shift'] });
  expect(ticked()).toEqual(['Select Fruit 14']);
});

test('works by keyboard, and Clear moves the focus to the header checkbox', async () => {
  await open();
  (pageBox().element() as HTMLElement).focus();
  await userEvent.keyboard('  ');
  expect(ticked()).toEqual([]);
  (box('Fruit 01').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  expect(ticked()).toEqual(['Select Fruit 01']);
  (box('Fruit 03').element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>} {/Shift}');
  expect(ticked()).toEqual(['Select Fruit 01', 'Select Fruit 02', 'Select Fruit 03']);
  await userEvent.keyboard('{Tab}');
  await expect.element(row('Fruit 03').getByRole('link')).toHaveFocus();

  (clear().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(ticked()).toEqual([]);
  await expect.element(clear()).not.toBeInTheDocument();
  await expect.element(pageBox()).toHaveFocus();
});

test('checkboxes and the first column stay visible during horizontal scrolling', async () => {
  await page.viewport(660, 420);
  await open();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Note' }).click();
  await userEvent.keyboard('{Escape}');
  const frame = page.getByRole('table').element().parentElement;
  const places = () =>
    [pageBox(), box('Fruit 03'), row('Fruit 03').getByRole('link'), header('Name')].map(
      (locator) => locator.element().getBoundingClientRect().left,
    );
  const before = places();
  frame?.scrollTo(200, 0);
  expect(frame?.scrollLeft).toBeGreaterThan(50);
  expect(places()).toEqual(before);
});

test('cards are selectable on a narrow screen', async () => {
  await page.viewport(390, 800);
  const { onOpen } = await open();
  await box('Fruit 02').click();
  await box('Fruit 04').click({ modifiers: ['Shift'] });
  await expect.element(page.getByText('3 selected')).toBeVisible();
  await pageBox().click();
  await expect.element(page.getByText('10 selected')).toBeVisible();
  await clear().click();
  expect(ticked()).toEqual([]);
  expect(onOpen).not.toHaveBeenCalled();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test.each([1280, 390])('the layout does not shift while loading: %i px', async (width) => {
  await page.viewport(width, 800);
  let answer: () => void = () => undefined;
  const first = { items: basket.slice(0, 10), total: 45, pages: 5, page: 1, limit: 10 };
  await show('/fruit', {
    selectable: true,
    source: { fetchPage: () => new Promise((resolve) => (answer = () => resolve(first))) },
  });
  await expect.element(pageBox()).toBeDisabled();
  const tops = () =>
    [...document.querySelectorAll('tr, ul[aria-label="Fruit"] > li')].map((each) => each.getBoundingClientRect().top);
  const loading = tops();
  answer();
  await count('1–10 of 45');
  expect(tops()).toEqual(loading);
});

test('a range contains all rows between two rows of the page, in either direction', () => {
  const some = fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(some, fc.nat(), fc.nat(), (ids, one, other) => {
      const [from = '', to = ''] = [ids[one % ids.length], ids[other % ids.length]];
      const range = rangeOf(ids, from, to);
      expect(range).toEqual(rangeOf(ids, to, from));
      expect(range).toHaveLength(Math.abs(ids.indexOf(from) - ids.indexOf(to)) + 1);
      expect(range).toEqual(ids.filter((id) => range.includes(id)));
      expect([range[0], range.at(-1)].toSorted()).toEqual([from, to].toSorted());
      expect(rangeOf(ids, undefined, to)).toEqual([to]);
    }),
  );
});
