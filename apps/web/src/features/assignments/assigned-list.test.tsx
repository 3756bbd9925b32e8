import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pageOf } from '#testing/in-pages.ts';
import { dialog, expectToast, gustav, had, inList, openWithTwo, pickGuest } from './testing/assign-page.tsx';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await page.viewport(1280, 900);
});

test("lists the guest's orders, marks them, and removes access after confirmation", async () => {
  let has = [had];
  const own = `/auth/assigned-orders/${gustav.id}`;
  const { calls, sentWith } = await openWithTwo({
    answers: {
      [`GET ${own}`]: () => ({ body: has }),
      [`DELETE ${own}`]: () => {
        has = [];
        return { body: { message: 'Access removed', removed: 1 } };
      },
    },
  });
  await expect.element(dialog.getByText('Café Olimpico')).toBeVisible();
  await pickGuest('Gustav');
  await expect.element(inList('SO2')).toHaveAccessibleName('SO2 Café Olimpico Already assigned $101.00');
  await expect.element(inList('SO11')).toHaveAccessibleName('SO11 Brûlerie Saint-Denis $110.00');

  await dialog.getByRole('tab', { name: 'Already assigned 1' }).click();
  const row = dialog.getByRole('listitem').filter({ hasText: 'SO2' });
  await expect
    .element(row)
    .toHaveTextContent('SO2Assigned May 6, 2026 by Ada Byron · until May 8, 2031Dock 4Remove access');
  await row.getByRole('button', { name: 'Remove access to SO2' }).click();
  const question = page.getByRole('alertdialog', { name: "Remove Gustav Guest's access to SO2?" });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(sentWith(`DELETE ${own}`)).toEqual([]);
  await row.getByRole('button', { name: 'Remove access to SO2' }).click();
  // The list's own requests, not the search of the dialog.
  const lists = () => calls.filter(({ key, query }) => key === 'GET /netsuite-sales-orders' && /page=2/.test(query));
  const before = lists().length;
  await question.getByRole('button', { name: 'Remove access' }).click();
  await expectToast('Access removed');
  // The server has deleted the paper requests of the assignment, which lists count.
  await expect.poll(() => lists().length).toBeGreaterThan(before);
  await expect.element(dialog.getByText('No orders are assigned to this guest.')).toBeVisible();
  expect(sentWith(`DELETE ${own}`)).toEqual([{ orderIds: ['2'] }]);
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  await dialog.getByRole('tab', { name: /Orders to assign/ }).click();
  await expect.element(inList('SO2')).toHaveAccessibleName('SO2 Café Olimpico $101.00');
});

test('reads thousands of assignments in pages, marks them, and lists the latest first', async () => {
  const has = Array.from({ length: 1203 }, (_, index) => ({
    ...had,
    orderId: String(index + 1),
    tranId: `SO${index + 1}`,
    // Order 900 is the latest.
    assignedAt: new Date(Date.parse(had.assignedAt) - Math.abs(899 - index) * 1000).toISOString(),
  })).toSorted((one, other) => (one.assignedAt < other.assignedAt ? 1 : -1));
  await openWithTwo({
    answers: {
      [`GET /auth/assigned-orders/${gustav.id}`]: (call) => ({ body: pageOf(has, ({ orderId }) => orderId, call) }),
    },
  });
  await pickGuest('Gustav');
  await expect.element(inList('SO11')).toHaveAccessibleName(/Already assigned/);
  await dialog.getByRole('tab', { name: 'Already assigned 1,203' }).click();
  await expect.element(dialog.getByRole('listitem').first()).toMatchTextContent(/^SO900/);
  expect(dialog.getByRole('listitem').elements()).toHaveLength(101);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(201);
});

test('shows the assignment list without a guest, without orders, and after a loading error', async () => {
  let broken = true;
  await openWithTwo({
    answers: {
      [`GET /auth/assigned-orders/${gustav.id}`]: () =>
        broken ? { status: 404, body: { message: 'There is no such guest.' } } : { body: [had] },
    },
  });
  await dialog.getByRole('tab', { name: /^Already assigned/ }).click();
  await expect.element(dialog.getByText('Select a guest user to see which orders they have.')).toBeVisible();
  await pickGuest('Gustav');
  await expect.element(dialog.getByText('The assigned orders could not be loaded.')).toBeVisible();
  await expect.element(dialog.getByText('There is no such guest.')).toBeVisible();
  broken = false;
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Remove access to SO2' })).toBeVisible();
});
