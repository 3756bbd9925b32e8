import { Download } from 'lucide-react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#lib/api-error.ts';
import { toastSuccess } from '#lib/toast.ts';
import { basket, count, type Fruit, fetchPage, header, row, show } from '#testing/fruit-table.tsx';
import type { PageRequest, RowPage } from './page-request.ts';

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

test('a row opens by a click anywhere on it, by its link, and by its menu', async () => {
  const { onOpen } = await show('/fruit');
  await row('Fruit 03').getByRole('cell').nth(2).click();
  expect(onOpen).toHaveBeenLastCalledWith(basket[2]);

  const link = row('Fruit 01').getByRole('link');
  await expect.element(link).toHaveAttribute('href', '/fruit?open=1');
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onOpen).toHaveBeenLastCalledWith(basket[1]);

  await page.getByRole('button', { name: 'Actions for Fruit 05' }).click();
  expect(onOpen).toHaveBeenCalledTimes(2);
  await page.getByRole('menuitem', { name: 'View Details' }).click();
  expect(onOpen).toHaveBeenLastCalledWith(basket[4]);
  await expect.element(page.getByRole('button', { name: 'Actions for Fruit 05' })).toHaveFocus();
});

test.each([390, 1280])("a click beside a row's menu closes it and opens no row, %d px wide", async (width) => {
  await page.viewport(width, 800);
  const { onOpen } = await show('/fruit', {
    actions: [{ label: 'Download', icon: Download, onSelect: () => undefined }],
  });
  await page.getByRole('button', { name: 'Actions for Fruit 05' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  const rows = width < 640 ? page.getByRole('listitem').getByRole('link') : page.getByRole('cell', { name: 'red' });
  await rows.nth(1).click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  expect(onOpen).not.toHaveBeenCalled();
  await expect.element(page.getByRole('button', { name: 'Actions for Fruit 05' })).toHaveFocus();
  await rows.nth(1).click();
  expect(onOpen).toHaveBeenCalledOnce();
});

test.each([390, 1280])("the button of another row opens that row's menu, %d px wide", async (width) => {
  await page.viewport(width, 800);
  await show('/fruit', { actions: [{ label: 'Download', icon: Download, onSelect: () => undefined }] });
  await page.getByRole('button', { name: 'Actions for Fruit 05' }).click();
  const other = page.getByRole('button', { name: 'Actions for Fruit 01' });
  await other.click();
  await expect.element(page.getByRole('menu', { name: 'Actions for Fruit 01' })).toBeVisible();
  await expect.element(page.getByRole('menu')).toHaveFocus();
  await other.click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

test('an empty cell shows a dash', async () => {
  await show('/fruit');
  await expect.element(row('Fruit 01').getByRole('cell').nth(2)).toHaveTextContent('—');
});

test('skeleton rows have the final height, and the layout does not shift', async () => {
  let answer: (value: RowPage<Fruit>) => void = () => undefined;
  await show('/fruit', { source: { fetchPage: () => new Promise((resolve) => (answer = resolve)) } });
  const table = page.getByRole('table');
  await expect.element(table).toHaveAttribute('aria-busy', 'true');
  const heights = () => [...table.element().querySelectorAll('tr')].map((line) => line.getBoundingClientRect().height);
  const loading = heights();
  expect(loading).toHaveLength(11);
  answer(await fetchPage(basket)({ page: 1, limit: 10, sortBy: 'name', sortOrder: 'ASC', search: '', filter: '{}' }));
  await count('1–10 of 45');
  expect(heights()).toEqual(loading);
  expect(loading.slice(1).every((height) => height === 40)).toBe(true);
});

test('the layout does not shift on a narrow screen while loading', async () => {
  await page.viewport(390, 800);
  let answer: (value: RowPage<Fruit>) => void = () => undefined;
  await show('/fruit', {
    source: {
      fetchPage: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    },
  });
  const list = page.getByRole('list', { name: 'Fruit' });
  await expect.element(list).toHaveAttribute('aria-busy', 'true');
  const heights = () => [...list.element().children].map((card) => card.getBoundingClientRect().height);
  const loading = heights();
  expect(loading).toHaveLength(10);
  answer({ items: basket.slice(0, 10), total: 45, pages: 5, page: 1, limit: 10 });
  await count('1–10 of 45');
  expect(heights()).toEqual(loading);
});

test('an empty list shows only a message', async () => {
  await show('/fruit', { rows: [] });
  await expect.element(page.getByText('No fruit found.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Reset' }).elements()).toHaveLength(0);
});

test('a search without matches offers to reset it', async () => {
  await show('/fruit?search=zzz');
  await expect.element(page.getByText('No fruit found.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await count('1–10 of 45');
});

test('a failed load shows the error and can be retried', async () => {
  let broken = true;
  const fetch = fetchPage(basket);
  await show('/fruit', {
    source: {
      fetchPage: async (request) => {
        if (broken) throw new ApiError(400, 'The moon is in the way.');
        return fetch(request);
      },
    },
  });
  await expect.element(page.getByRole('alert').getByText('The fruit could not be loaded.')).toBeVisible();
  await expect.element(page.getByText('The moon is in the way.')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await count('1–10 of 45');
});

test('a failed refresh keeps the rows visible and shows the error', async () => {
  let broken = false;
  const fetch = fetchPage(basket);
  await show('/fruit', {
    source: {
      fetchPage: async (request) => {
        if (broken) throw new ApiError(400, 'The moon is in the way.');
        return fetch(request);
      },
    },
  });
  await count('1–10 of 45');
  broken = true;
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The moon is in the way\./);
  await expect.element(row('Fruit 01')).toBeVisible();
});

test('the previous rows stay visible and dimmed while other rows are loading', async () => {
  const fetch = fetchPage(basket);
  await show('/fruit', {
    source: { fetchPage: (request) => (request.search ? new Promise(() => undefined) : fetch(request)) },
  });
  await count('1–10 of 45');
  const body = page.getByRole('rowgroup').last();
  const opacity = () => Number(getComputedStyle(body.element()).opacity);
  expect(opacity()).toBe(1);
  await page.getByRole('searchbox').fill('Fruit 1');
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect.element(row('Fruit 02')).toBeVisible();
  await expect.poll(opacity).toBe(0.5);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(opacity).toBe(1);
});

test('the range stays that of the visible rows while other ones are loading', async () => {
  const fetch = fetchPage(basket);
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = (request: PageRequest) => (request.page === 1 ? fetch(request) : promise.then(() => fetch(request)));
  await show('/fruit', { source: { fetchPage: held } });
  await count('1–10 of 45');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect.element(row('Fruit 01')).toBeVisible();
  await expect
    .element(page.getByRole('status').filter({ hasText: 'of 45' }))
    .toHaveTextContent('1–10 of 45, page 1 of 5');
  resolve();
  await expect.element(row('Fruit 11')).toBeVisible();
  await count('11–20 of 45');
});

const frame = () => page.getByRole('table').element().closest('[data-table-frame]') as Element;

/** Records from now on when the rows are dimmed or not, and when the progress bar appears and leaves. */
function watchLoading(): () => readonly string[] {
  const changes: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { type, addedNodes, removedNodes } of records) {
      if (type === 'attributes') changes.push('the rows are dimmed or not');
      changes.push(...Array.from(addedNodes, () => 'the bar appears'));
      changes.push(...Array.from(removedNodes, () => 'the bar leaves'));
    }
  });
  observer.observe(page.getByRole('rowgroup').last().element(), { attributes: true, attributeFilter: ['class'] });
  observer.observe(frame().parentElement as Element, { childList: true });
  onTestFinished(() => observer.disconnect());
  return () => changes;
}

test('rows are neither dimmed nor animated while other rows load for a moment only', async () => {
  const fetch = fetchPage(basket);
  await show('/fruit', { source: { fetchPage: fetch } });
  await count('1–10 of 45');
  const changes = watchLoading();
  await header('Name').getByRole('button').click();
  await expect.element(row('Fruit 45')).toBeVisible();
  expect(changes()).toEqual([]);
});

test('another page is painted in the visible rows first, and then in the others', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({
    id: `${index}`,
    name: `No. ${index}`,
    colour: '',
    weight: index,
  }));
  await show('/fruit?limit=100&sort=weight', { rows });
  await count('1–100 of 200');
  const links = ['No. 0', 'No. 99'].map((name) => page.getByRole('link', { name, exact: true }).element());
  const painted: string[] = [];
  function look() {
    painted.push(links.map((link) => link.textContent).join(' '));
    if (painted.at(-1) !== 'No. 100 No. 199') requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
  (page.getByRole('button', { name: 'Next page' }).element() as HTMLElement).click();
  await expect.poll(() => painted.at(-1)).toBe('No. 100 No. 199');
  expect(painted).toContain('No. 100 No. 99');
});

test('other rows that load for a moment are not dimmed after a refresh that takes longer', async () => {
  let slow = false;
  const fetch = fetchPage(basket);
  await show('/fruit', {
    source: {
      fetchPage: (request) => (slow && !request.search ? new Promise(() => undefined) : fetch(request)),
    },
  });
  await count('1–10 of 45');
  slow = true;
  (page.getByRole('button', { name: 'Refresh' }).element() as HTMLElement).click();
  await expect.poll(() => frame().previousElementSibling).not.toBeNull();
  const changes = watchLoading();
  await page.getByRole('searchbox').fill('Fruit 45');
  await expect.element(row('Fruit 45')).toBeVisible();
  await expect.poll(() => changes()).toEqual(['the bar leaves']);
});

test('a refresh does not dim the rows', async () => {
  let slow = false;
  const fetch = fetchPage(basket);
  await show('/fruit', {
    source: { fetchPage: (request) => (slow ? new Promise(() => undefined) : fetch(request)) },
  });
  await count('1–10 of 45');
  slow = true;
  (page.getByRole('button', { name: 'Refresh' }).element() as HTMLElement).click();
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(page.getByRole('rowgroup').last().element().className).toBe('');
});

test('on a narrow screen, rows are cards with the same links, and sorting has its own menu', async () => {
  await page.viewport(390, 800);
  const { onOpen, address } = await show('/fruit');
  await count('1–10 of 45');
  expect(page.getByRole('table').elements()).toHaveLength(0);
  const card = page.getByRole('list', { name: 'Fruit' }).getByRole('link').first();
  await expect.element(card).toHaveTextContent('Fruit 010red');
  await card.click();
  expect(onOpen).toHaveBeenLastCalledWith(basket[0]);

  await page.getByRole('button', { name: 'Sort and rows per page' }).click();
  await page.getByLabelText('Direction').click();
  await page.getByRole('option', { name: 'Descending' }).click();
  await expect.poll(address).toBe('/fruit?sort=-name');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test('the first column and the actions stay visible during horizontal scrolling, and the header during vertical scrolling', async () => {
  await page.viewport(700, 420);
  await show('/fruit?limit=50');
  await count('1–45 of 45');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Note' }).click();
  await userEvent.keyboard('{Escape}');
  const frame = page.getByRole('table').element().parentElement;
  const places = () =>
    [header('Name'), row('Fruit 30').getByRole('link'), page.getByRole('button', { name: 'Actions for Fruit 30' })].map(
      (locator) => locator.element().getBoundingClientRect().left,
    );
  const before = places();
  const top = header('Name').element().getBoundingClientRect().top;
  frame?.scrollTo(300, 500);
  expect(frame?.scrollTop).toBe(500);
  expect(places()).toEqual(before);
  expect(header('Name').element().getBoundingClientRect().top).toBe(top);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test('truncated text shows in full on hover, and Tab reaches it from its row', async () => {
  const long = { id: '1', name: 'Fruit 01', colour: 'a colour between amber and burnt sienna', weight: 3 };
  await show('/fruit', { rows: [long, ...basket.slice(1)] });
  const cell = row('Fruit 01').getByRole('cell').nth(1);
  await expect.element(cell).toBeVisible();
  expect(cell.element().hasAttribute('tabindex')).toBe(false);

  (row('Fruit 01').getByRole('link').element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(cell).toHaveFocus();
  await expect.poll(() => page.getByText(long.colour).elements().length).toBe(2);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Actions for Fruit 01' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(page.getByRole('button', { name: 'Actions for Fruit 02' })).toHaveFocus();
  expect(cell.element().hasAttribute('tabindex')).toBe(false);
});

test('a refresh keeps the focus on the focused row', async () => {
  let rows = basket.slice(1);
  await show('/fruit', { source: { fetchPage: (request) => fetchPage(rows)(request) } });
  await count('1–10 of 44');
  const link = row('Fruit 03').getByRole('link');
  (link.element() as HTMLElement).focus();
  rows = basket;
  (page.getByRole('button', { name: 'Refresh' }).element() as HTMLElement).click();
  await count('1–10 of 45');
  await expect.element(link).toHaveFocus();
  await expect.element(page.getByRole('row').nth(3).getByRole('link')).toHaveFocus();
});

test.each([
  [1280, 800],
  [390, 844],
])('a toast does not cover the pagination at %i px', async (width, height) => {
  await page.viewport(width, height);
  await show('/fruit', { source: { fetchPage: async (request) => fetchPage(basket)(request) } });
  await count(/1–10 of 45/);
  toastSuccess('Done', { description: 'In two lines' });
  const toast = page.getByText('Done', { exact: true });
  await expect.element(toast).toBeVisible();
  const bottom = () => toast.element().closest('[data-sonner-toast]')?.getBoundingClientRect().bottom ?? Infinity;
  const top = page
    .getByRole('navigation', { name: 'Pagination' })
    .element()
    .closest('footer')
    ?.getBoundingClientRect().top;
  await expect.poll(bottom).toBeLessThanOrEqual(top ?? 0);
});

test('on a narrow screen every toolbar button has a visible label', async () => {
  await page.viewport(390, 844);
  await show('/fruit?colour=red');
  await count(/1–10 of 15/);
  const words = ['Filter', 'Presets', 'Sort', 'Refresh'];
  for (const word of words) await expect.element(page.getByText(word, { exact: true }).last()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Filter, 1 active' })).toHaveTextContent('Filter');
  const tops = words.map((word) => page.getByText(word, { exact: true }).last().element().getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
});
