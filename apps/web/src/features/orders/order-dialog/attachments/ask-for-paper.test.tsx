import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dialog, showOrder } from './testing/order-page.tsx';

const guest = (number: number, fullName: string) => ({
  userId: `0b0c7f2e-0000-4000-8000-00000000090${number}`,
  email: `guest-${number}@guest.example`,
  fullName,
  reason: { kind: 'assignment', assignedAt: '2026-11-20T09:41:00Z' },
});
const [gus, ann, bea] = [guest(1, 'Gus Guest'), guest(2, 'Ann Guest'), guest(3, 'Bea Guest')];

const form = dialog.getByRole('form', { name: 'Ask for a paper' });
const guests = form.getByRole('combobox', { name: 'Guest' });
const note = form.getByRole('textbox', { name: 'Note (optional)' });
const submit = form.getByRole('button', { name: 'Ask' });
const question = page.getByRole('alertdialog');

/** The open form of an order, whose guests can be replaced, as the next refetch shows. */
async function showForm() {
  let viewers = [gus, ann];
  const shown = await showOrder('/orders?order=7&tab=attachments', [], {
    'GET /netsuite-sales-orders/7/viewers': () => ({ body: { data: viewers } }),
  });
  await dialog.getByRole('button', { name: 'Ask for a paper' }).click();
  await expect.element(guests).toHaveValue(gus.userId);
  const refetch = (next: typeof viewers) => {
    viewers = next;
    // As when the user returns to the browser tab.
    window.dispatchEvent(new Event('visibilitychange'));
  };
  return { ...shown, refetch };
}

const optionNames = () => [...guests.element().querySelectorAll('option')].map(({ textContent }) => textContent);

beforeEach(async () => {
  sessionStorage.clear();
  await page.viewport(1280, 900);
});

test('never asks another guest than the selected one: one who has lost access has to be replaced', async () => {
  const { refetch } = await showForm();
  refetch([bea, gus, ann]);
  await expect.poll(optionNames).toEqual(['Bea Guest', 'Gus Guest', 'Ann Guest']);
  await expect.element(guests).toHaveValue(gus.userId);
  refetch([bea, ann]);
  await expect.poll(optionNames).toEqual(['Choose a guest', 'Bea Guest', 'Ann Guest']);
  await expect.element(guests).toHaveValue('');
  await expect.element(guests).toHaveAccessibleDescription('The selected guest no longer has access.');
  await expect.element(submit).toBeDisabled();
  await guests.selectOptions('Ann Guest');
  await expect.element(submit).toBeEnabled();
  refetch([bea]);
  await expect.element(submit).toBeDisabled();
  await expect.element(guests).toHaveValue('');
});

test('keeps a typed note on other tabs, and asks before it is lost', async () => {
  const { address } = await showForm();
  await guests.selectOptions('Ann Guest');
  await note.fill('Signed, please');
  await dialog.getByRole('tab', { name: 'Details' }).click();
  await expect.element(form).not.toBeInTheDocument();
  const tab = dialog.getByRole('tab', { name: /^Attachments/ });
  await tab.click();
  await expect.element(note).toHaveValue('Signed, please');
  await expect.element(guests).toHaveValue(ann.userId);
  await expect.element(tab).toHaveFocus();

  const leave = [() => userEvent.keyboard('{Escape}'), () => dialog.getByRole('button', { name: 'Close' }).click()];
  for (const way of leave) {
    await way();
    await expect.element(question).toHaveAccessibleName('Discard changes?');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(note).toHaveValue('Signed, please');
  }
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe('/orders');
  await page.getByRole('link', { name: 'SO7' }).click();
  await tab.click();
  await expect.element(dialog.getByRole('button', { name: 'Ask for a paper' })).toBeVisible();
});

test('a form without a note closes with the dialog, which does not ask', async () => {
  await showForm();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'SO7' }).click();
  await dialog.getByRole('tab', { name: /^Attachments/ }).click();
  await expect.element(dialog.getByRole('button', { name: 'Ask for a paper' })).toBeVisible();
});
