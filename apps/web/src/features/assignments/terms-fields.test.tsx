import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { moveToZone } from '#testing/move-to-zone.ts';
import { assigned, dialog, gustav, had, openWithTwo, pickGuest, submit } from './testing/assign-page.tsx';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await page.viewport(1280, 900);
});

test('sends the end of the chosen day in the time zone of the browser', async () => {
  await moveToZone('America/Montreal');
  const montreal = { ...had, endsAt: '2031-05-09T03:59:59.999Z' };
  const { sent } = await openWithTwo({
    answers: {
      'POST /auth/assign-orders': () => assigned,
      [`GET /auth/assigned-orders/${gustav.id}`]: () => ({ body: [montreal] }),
    },
  });
  await pickGuest('Gustav');
  await dialog.getByRole('tab', { name: /^Already assigned/ }).click();
  await expect.element(dialog.getByText(/until May 8, 2031/)).toBeVisible();
  await dialog.getByRole('tab', { name: /Orders to assign/ }).click();
  await dialog.getByLabelText('Access ends').fill('2031-11-01');
  await submit().click();
  await expect.poll(sent).toMatchObject([{ endsAt: '2031-11-02T03:59:59.999Z' }]);
});

test('rejects an end date in the past before sending', async () => {
  const { sent } = await openWithTwo();
  await pickGuest('Gustav');
  await dialog.getByLabelText('Access ends').fill('2020-01-01');
  await submit().click();
  const field = dialog.getByLabelText('Access ends');
  await expect.element(field).toHaveAccessibleDescription('The end date has already passed');
  await expect.element(field).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('does not treat a partly typed date as no end date', async () => {
  const { sent } = await openWithTwo();
  await pickGuest('Gustav');
  const field = dialog.getByLabelText('Access ends');
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard('12');
  await submit().click();
  await expect.element(field).toHaveAccessibleDescription('Enter the whole date, or none');
  expect(sent()).toEqual([]);
});

test('keeps a partly typed date, with its error, when the other tab is chosen', async () => {
  const { sent } = await openWithTwo({ answers: { 'POST /auth/assign-orders': () => assigned } });
  await pickGuest('Gustav');
  const field = dialog.getByLabelText('Access ends');
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard('1231');
  const other = dialog.getByRole('tab', { name: /^Already assigned/ });
  await other.click();
  await expect.element(field).toHaveAccessibleDescription('Enter the whole date, or none');
  await expect.element(field).toHaveFocus();
  await submit().click();
  await expect.element(field).toHaveFocus();
  expect(sent()).toEqual([]);

  await userEvent.keyboard('12312031');
  await other.click();
  await expect.element(other).toHaveAttribute('aria-selected', 'true');
  await submit().click();
  await expect.poll(sent).toMatchObject([{ endsAt: '2031-12-31T23:59:59.999Z' }]);
});
