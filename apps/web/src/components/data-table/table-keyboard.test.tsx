import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { basket, count, fetchPage, header, row, show } from '#testing/fruit-table.tsx';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await page.viewport(1280, 800);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const focus = (name: string) => (button(name).element() as HTMLElement).focus();
/** Label of the table inside the focused element, from which Tab continues to the rows. */
const holdsTable = () =>
  document.activeElement === document.body ? 'nothing' : document.activeElement?.querySelector('table')?.ariaLabel;

for (const key of ['{Enter}', ' ', '{ArrowDown}']) {
  test(`a row's menu opens by ${key === ' ' ? 'Space' : key} with its first action chosen`, async () => {
    const { onOpen } = await show('/fruit');
    await count('1–10 of 45');
    focus('Actions for Fruit 02');
    await userEvent.keyboard(key);
    await expect.element(page.getByRole('menuitem', { name: 'View Details' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => onOpen.mock.calls.map(([{ name }]) => name)).toEqual(['Fruit 02']);
  });
}

test('removing a chip by keyboard focuses the next chip, and removing the last one focuses the filters button', async () => {
  await show('/fruit?colour=red&picked=last-30');
  await expect.element(button('Remove filter Colour red')).toBeVisible();
  focus('Remove filter Colour red');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Remove filter Picked last 30 days')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Filter')).toHaveFocus();
});

test('Reset focuses the filters button, or the first filter while the filters are open', async () => {
  await show('/fruit?colour=red');
  await expect.element(button('Reset')).toBeVisible();
  focus('Reset');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Reset')).not.toBeInTheDocument();
  await expect.element(button('Filter')).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await page.getByRole('checkbox', { name: 'green' }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  const reset = panel.getByRole('button', { name: 'Reset' });
  await expect.element(reset).toBeEnabled();
  (reset.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(reset).toBeDisabled();
  await expect.element(panel.getByRole('button', { name: 'Colour' })).toHaveFocus();
});

test('Reset of an empty list and Retry of a failed one focus the frame of the rows', async () => {
  let isDown = false;
  const source = {
    fetchPage: (request: Parameters<ReturnType<typeof fetchPage>>[0]) =>
      isDown ? Promise.reject(new Error('down')) : fetchPage(basket)(request),
  };
  await show('/fruit?search=nothing', { source });
  await expect.element(page.getByText('No fruit found.')).toBeVisible();
  focus('Reset');
  await userEvent.keyboard('{Enter}');
  await count('1–10 of 45');
  await expect.poll(holdsTable).toBe('Fruit');

  isDown = true;
  await page.getByRole('searchbox').fill('Fruit 1');
  await expect.element(page.getByText('The fruit could not be loaded.')).toBeVisible();
  isDown = false;
  focus('Retry');
  await userEvent.keyboard('{Enter}');
  await count('1–10 of 10');
  await expect.poll(holdsTable).toBe('Fruit');
});

test('resetting the columns focuses the first column', async () => {
  await show('/fruit');
  await button('Columns').click();
  await page.getByRole('checkbox', { name: 'Colour' }).click();
  await expect.element(header('Colour')).not.toBeInTheDocument();
  focus('Reset columns');
  await userEvent.keyboard('{Enter}');
  await expect.element(header('Colour')).toBeVisible();
  await expect.element(button('Move Colour')).toHaveFocus();
});

test('text typed just before a row is opened is part of the address', async () => {
  const { promise: isOpened, resolve } = Promise.withResolvers<void>();
  const all = fetchPage(basket);
  // The search is answered once the row is open: its answer would move the row under the pointer.
  const source = {
    fetchPage: async (request: Parameters<typeof all>[0]) => {
      if (request.search === 'Fruit 17') await isOpened;
      return all(request);
    },
  };
  const { onOpen, address } = await show('/fruit?search=Fruit+1', { source });
  await count('1–10 of 10');
  let opened = '';
  onOpen.mockImplementation(() => {
    opened = address();
    resolve();
  });
  const field = page.getByRole('searchbox');
  await field.click();
  await userEvent.keyboard('7');
  await row('Fruit 17').click();
  await expect.poll(() => opened).toBe('/fruit?search=Fruit+17');
});

test('the calendar focuses a day, and the arrow keys move on from it', async () => {
  await show('/fruit?picked=2026-03-10,2026-03-12');
  await button('Filter, 1 active').click();
  await button('Open the calendar').click();
  const day = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect.element(day('Tuesday, March 10, 2026')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(day('Wednesday, March 11, 2026')).toHaveFocus();

  const top = (name: string) => day(name).element().getBoundingClientRect().top;
  // March starts on a Sunday and April on a Wednesday: the first weeks must align although the months differ in length.
  expect(top('Sunday, March 8')).toBe(top('Sunday, April 5'));
  expect(top('Sunday, March 29')).toBe(top('Sunday, April 26'));
});

test('on a narrow screen the calendar has a title and a close button, and Refresh is available', async () => {
  await page.viewport(360, 740);
  await show('/fruit');
  await expect.element(button('Refresh')).toBeVisible();
  await button('Filter').click();
  await button('Open the calendar').click();
  await expect.element(page.getByRole('heading', { name: 'Calendar' })).toBeVisible();
  await button('Done').click();
  await expect.element(page.getByRole('heading', { name: 'Calendar' })).not.toBeInTheDocument();
  await expect.element(button('Open the calendar')).toHaveFocus();
});
