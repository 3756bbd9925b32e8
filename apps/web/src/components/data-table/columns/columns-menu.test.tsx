import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { header, show } from '#testing/fruit-table.tsx';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await page.viewport(1280, 800);
});

const openMenu = () => page.getByRole('button', { name: 'Columns' }).click();
const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
const headers = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map((each) => each.textContent);
const kept = () => JSON.parse(localStorage.getItem('table-fruit') ?? '{}').order;

/** Arrow keys work only a moment after the column is announced as picked up, so the first one may be lost. */
async function pressFirst(key: string, pickedUp: string, moved: string) {
  await expect.element(page.getByText(pickedUp)).toBeInTheDocument();
  async function press() {
    if (page.getByText(pickedUp).elements().length > 0) await userEvent.keyboard(key);
    return page.getByText(moved).elements().length;
  }
  await expect.poll(press, { interval: 1000 }).toBe(1);
}

test('a column is moved by keyboard, each step is announced, and the order persists', async () => {
  await show('/fruit');
  await expect.element(header('Colour')).toBeVisible();
  await openMenu();
  await expect.element(handle('Colour')).toBeVisible();
  (handle('Colour').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await pressFirst('{ArrowDown}', 'Colour picked up at place 1 of 4.', 'Colour moved to place 2 of 4.');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByText('Colour moved to place 3 of 4.')).toBeInTheDocument();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Colour put down at place 3 of 4.')).toBeInTheDocument();
  await expect.poll(headers).toEqual(['Name', 'Origin', 'Weight', 'Colour', 'Actions']);
  await expect.element(handle('Colour')).toHaveFocus();
  expect(kept()).toEqual(['name', 'origin', 'weight', 'colour', 'note']);

  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(headers).toEqual(['Name', 'Colour', 'Origin', 'Weight', 'Actions']);
  expect(kept()).toEqual([]);
});

test('Escape cancels a column move and keeps the menu open', async () => {
  await show('/fruit');
  await openMenu();
  await expect.element(handle('Weight')).toBeVisible();
  (handle('Weight').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await pressFirst('{ArrowUp}', 'Weight picked up at place 3 of 4.', 'Weight moved to place 2 of 4.');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Weight stays at place 3 of 4.')).toBeInTheDocument();
  expect(headers()).toEqual(['Name', 'Colour', 'Origin', 'Weight', 'Actions']);
  await userEvent.keyboard('{Escape}');
  await expect.element(handle('Weight')).not.toBeInTheDocument();
});

test('a column is moved step by step without dragging', async () => {
  await show('/fruit');
  await openMenu();
  await page.getByRole('button', { name: 'Move Weight up' }).click();
  await expect.poll(headers).toEqual(['Name', 'Colour', 'Weight', 'Origin', 'Actions']);
  await expect.element(page.getByText('Weight moved to place 2 of 4.')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Move Weight down' }).click();
  await expect.poll(headers).toEqual(['Name', 'Colour', 'Origin', 'Weight', 'Actions']);
});

test('a column is dragged to another position', async () => {
  await show('/fruit');
  await openMenu();
  await handle('Weight').dropTo(handle('Colour'), { steps: 10 });
  await expect.poll(headers).toEqual(['Name', 'Weight', 'Colour', 'Origin', 'Actions']);
});

test('accepts the column order of another version, with missing and removed columns', async () => {
  localStorage.setItem('table-fruit', JSON.stringify({ order: ['gone', 'weight', 'name', 7, 'colour', 'weight'] }));
  await show('/fruit');
  await expect.poll(headers).toEqual(['Name', 'Weight', 'Colour', 'Origin', 'Actions']);
});
