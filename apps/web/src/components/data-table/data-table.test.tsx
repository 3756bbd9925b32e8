import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { basket, count, fetchPage, header, show } from '#testing/fruit-table.tsx';
import { typeQuickly } from '#testing/type-quickly.ts';
import type { PageRequest } from './page-request.ts';

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

test('shows a page of rows and the exact total, and navigates to the first, last and adjacent pages', async () => {
  const { address, back } = await show('/fruit');
  await count('1–10 of 45');
  await expect.element(page.getByRole('row')).toHaveLength(11);

  await page.getByRole('button', { name: 'Page 5', exact: true }).click();
  await count('41–45 of 45');
  expect(address()).toBe('/fruit?page=5');
  await expect.element(page.getByRole('button', { name: 'Page 5' })).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: 'Previous page' }).click();
  await count('31–40 of 45');
  back();
  await count('41–45 of 45');
  back();
  await count('1–10 of 45');
});

test('a page beyond the end redirects to the last page', async () => {
  const { address } = await show('/fruit?page=99');
  await count('41–45 of 45');
  expect(address()).toBe('/fruit?page=5');
});

test('changing the page size returns to page 1', async () => {
  const { address } = await show('/fruit?page=3');
  await count('21–30 of 45');
  await page.getByLabelText('Rows per page').click();
  await page.getByRole('option', { name: '20' }).click();
  await count('1–20 of 45');
  expect(address()).toBe('/fruit?limit=20');
});

test('a header sorts ascending, descending, and then by default', async () => {
  const { address } = await show('/fruit?page=2');
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  const weight = header('Weight');
  await expect.element(weight).toHaveAttribute('aria-sort', 'none');

  await weight.getByRole('button').click();
  await expect.element(weight).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'none');
  expect(address()).toBe('/fruit?sort=weight');
  await expect.element(page.getByRole('row').nth(1).getByRole('link', { name: 'Fruit 01' })).toBeVisible();

  await weight.getByRole('button').click();
  await expect.element(weight).toHaveAttribute('aria-sort', 'descending');
  expect(address()).toBe('/fruit?sort=-weight');

  await weight.getByRole('button').click();
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  expect(address()).toBe('/fruit');
});

test('a column that is not sortable has no button', async () => {
  await show('/fruit');
  await expect.element(header('Origin')).toBeVisible();
  expect(header('Origin').element().querySelector('button')).toBeNull();
  expect(header('Origin').element().hasAttribute('aria-sort')).toBe(false);
});

test('search is debounced, returns to page 1 and adds no history entry per letter', async () => {
  const seen: (string | undefined)[] = [];
  const fetch = fetchPage(basket);
  const source = {
    fetchPage: (request: PageRequest) => {
      seen.push(request.search);
      return fetch(request);
    },
  };
  const { address, steps } = await show('/fruit?page=3', { source });
  await count('21–30 of 45');
  await typeQuickly(page.getByRole('searchbox'), 'Fruit', 'Fruit 1');
  await count('1–10 of 10');
  expect(address()).toBe('/fruit?search=Fruit+1');
  expect(steps()).toBe(0);
  expect(seen).not.toContain('Fruit');

  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await count('1–10 of 45');
});

test('Back restores the search text', async () => {
  const { back } = await show('/fruit?search=Fruit+4');
  await count('1–6 of 6');
  await header('Weight').getByRole('button').click();
  await expect.element(header('Weight')).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('searchbox').fill('Fruit 44');
  await count('1–1 of 1');
  back();
  await count('1–6 of 6');
  await expect.element(page.getByRole('searchbox')).toHaveValue('Fruit 4');
});

test('/ focuses the search field, except while the user is typing', async () => {
  await show('/fruit');
  await count('1–10 of 45');
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('a/b');
  await expect.element(page.getByRole('searchbox')).toHaveValue('a/b');
});

test('active filters show as chips, each removable, and Reset removes all', async () => {
  const { address } = await show('/fruit?search=Fruit&page=2');
  await count('11–20 of 45');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('checkbox', { name: 'green' }).click();
  await page.getByRole('checkbox', { name: 'red' }).click();
  await count('1–10 of 30');
  expect(address()).toBe('/fruit?search=Fruit&colour=red,green');
  await userEvent.keyboard('{Escape}');

  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect.element(chips).toHaveTextContent('Colourred or green');
  await page.getByRole('button', { name: 'Remove filter Colour red or green' }).click();
  await count('1–10 of 45');
  await expect.element(chips).not.toBeInTheDocument();

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'last 30 days' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove filter Picked last 30 days' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
  expect(address()).toBe('/fruit');
});

test('ignores invalid parameters in the address', async () => {
  await show('/fruit?page=x&limit=7&sort=-password&colour=blue&picked=soon');
  await count('1–10 of 45');
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending');
});

test('an address without table parameters restores the last state; other addresses are unchanged', async () => {
  await show('/fruit?limit=20&sort=-weight&page=2');
  await count('21–40 of 45');

  const again = await show('/fruit?open=7');
  await expect.poll(again.address).toBe('/fruit?open=7&limit=20&sort=-weight');
  expect(again.steps()).toBe(0);

  const other = await show('/fruit?search=Fruit+4');
  await expect.element(page.getByText('1–6 of 6')).toBeVisible();
  expect(other.address()).toBe('/fruit?search=Fruit+4');
});

test('columns can be shown and hidden, and the choice persists', async () => {
  await show('/fruit');
  await expect.element(header('Colour')).toBeVisible();
  await expect.element(header('Note')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Note' }).click();
  await page.getByRole('checkbox', { name: 'Colour' }).click();
  await expect.element(header('Note')).toBeVisible();
  await expect.element(header('Colour')).not.toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem('table-fruit') ?? '{}').columns).toEqual({ note: true, colour: false });

  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect.element(header('Note')).not.toBeInTheDocument();
  await expect.element(header('Colour')).toBeVisible();
});

test('applies all filters that are changed within one debounce interval', async () => {
  const { address } = await show('/fruit');
  await count('1–10 of 45');
  await page.getByRole('button', { name: 'Filter' }).click();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).element() as HTMLElement;
  const red = page.getByRole('checkbox', { name: 'red' }).element() as HTMLElement;
  // In one task: each edit is still debounced when the filters close.
  red.click();
  press('last 30 days').click();
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/fruit?colour=red&picked=last-30');
});

test('on a narrow screen, a tap beside the open filters closes them without opening the row below', async () => {
  await page.viewport(390, 844);
  const { onOpen } = await show('/fruit');
  await count('1–10 of 45');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await expect.element(panel).toBeVisible();
  const card = page.getByRole('link').filter({ hasText: 'Fruit 10' });
  expect(card.element().getBoundingClientRect().top).toBeGreaterThan(panel.element().getBoundingClientRect().bottom);
  await userEvent.click(card, { force: true });
  await expect.element(panel).not.toBeInTheDocument();
  expect(onOpen).not.toHaveBeenCalled();
  await userEvent.click(card);
  expect(onOpen).toHaveBeenCalledOnce();
});

describe('scroll position', () => {
  const frame = () => document.querySelector('[data-table-frame]') as HTMLElement;
  const scrollDown = () => {
    frame().scrollTop = 200;
    expect(frame().scrollTop).toBe(200);
  };

  test.each([1280, 390])('returns to the top when the page, search or sort changes: %i px', async (width) => {
    await page.viewport(width, 500);
    await show('/fruit?limit=20');
    await count('1–20 of 45');
    scrollDown();
    await page.getByRole('button', { name: 'Next page' }).click();
    await count('21–40 of 45');
    expect(frame().scrollTop).toBe(0);

    scrollDown();
    await page.getByRole('searchbox').fill('Fruit');
    await count('1–20 of 45');
    expect(frame().scrollTop).toBe(0);

    scrollDown();
    if (width === 390) {
      await page.getByRole('button', { name: 'Sort and rows per page' }).click();
      await page.getByLabelText('Direction').click();
      await page.getByRole('option', { name: 'Descending' }).click();
    } else {
      await header('Weight').getByRole('button').click();
    }
    await expect.poll(() => frame().scrollTop).toBe(0);
  });

  test('stays when the rows are refetched and when Back restores a page', async () => {
    await page.viewport(1280, 500);
    const source = { fetchPage: vi.fn<ReturnType<typeof fetchPage>>(fetchPage(basket)) };
    const { back } = await show('/fruit?limit=20', { source });
    await count('1–20 of 45');
    await page.getByRole('button', { name: 'Next page' }).click();
    await count('21–40 of 45');
    scrollDown();
    source.fetchPage.mockClear();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => source.fetchPage).toHaveBeenCalled();
    expect(frame().scrollTop).toBe(200);
    back();
    await count('1–20 of 45');
    expect(frame().scrollTop).toBe(200);
  });
});
