import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { render, toastTitles } from '#testing/render.tsx';
import { Dialog, DialogBody } from './dialog.tsx';
import { Input } from './input.tsx';
import { Toaster } from './toaster.tsx';

test('toasts are 356 px wide, at most three are visible, and a button closes them', async () => {
  await page.viewport(1280, 800);
  render(<Toaster duration={Number.POSITIVE_INFINITY} />);
  for (const title of ['First', 'Second', 'Third', 'Fourth']) toastSuccess(title, { description: `${title} thing` });
  await expect.element(page.getByText('Fourth', { exact: true })).toBeVisible();
  const toasts = () => [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')];
  await expect.poll(() => toasts().filter((toast) => toast.dataset.visible === 'true')).toHaveLength(3);
  expect(toasts()[0]?.offsetWidth).toBe(356);
  expect(
    getComputedStyle(document.querySelector('[data-sonner-toaster]') ?? document.body).getPropertyValue('--gap'),
  ).toBe('14px');

  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect.element(page.getByText('Fourth', { exact: true })).not.toBeInTheDocument();
});

test('an error is an alert, a success is not; both are in a polite live region', async () => {
  render(<Toaster duration={Number.POSITIVE_INFINITY} />);
  toastSuccess('Customers synced successfully');
  await expect.element(page.getByText('Customers synced successfully')).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(0);
  toastError('Failed to sync customers', { description: 'NetSuite is away' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to sync customers');
  expect(page.getByRole('alert').element().closest('[aria-live="polite"]')).not.toBeNull();
});

test('closing or swiping a toast keeps the dialog below it open, without a question and with its focus', async () => {
  await page.viewport(1280, 800);
  // Accepts pointer events while a dialog is open, as in the app; see app.css.
  render(
    <div id="root">
      <Dialog open onOpenChange={() => undefined} title="Edit Group" confirmClose>
        <DialogBody>
          <Input aria-label="Name" />
        </DialogBody>
      </Dialog>
      <Toaster duration={Number.POSITIVE_INFINITY} />
    </div>,
  );
  const dialog = page.getByRole('dialog', { name: 'Edit Group' });
  const name = dialog.getByLabelText('Name');
  const [first, second] = [page.getByText('Link copied'), page.getByText('Group updated')];
  await name.fill('Carriers');
  toastSuccess('Link copied');
  await expect.element(first).toBeVisible();
  await page.getByRole('listitem').getByRole('button', { name: 'Close' }).click();
  await expect.element(first).not.toBeInTheDocument();
  await expect.element(name).toHaveFocus();

  toastSuccess('Group updated');
  await expect.element(second).toBeVisible();
  const body = page.elementLocator(document.body);
  // The first step of a swipe determines its direction; the second one moves the toast.
  await userEvent.dragAndDrop(second, body, { force: true, steps: 5, targetPosition: { x: 1270, y: 770 } });
  await expect.element(second).not.toBeInTheDocument();
  await expect.element(name).toHaveFocus();
  expect(page.getByRole('alertdialog').elements()).toEqual([]);
  await expect.element(dialog).toBeVisible();
});

test('a toast with an id replaces the one that is shown, and does not leave with one that is leaving', async () => {
  render(<Toaster duration={1000} />);
  const state = (removed: boolean) => document.querySelector(`[data-sonner-toast][data-removed=${removed}]`);
  toastError('No link', { id: 'link', description: 'The clipboard is blocked.' });
  await expect.poll(toastTitles).toEqual(['No link']);
  toastSuccess('Link copied', { id: 'link' });
  await expect.poll(toastTitles).toEqual(['Link copied']);
  expect(state(false)?.textContent).toBe('Link copied');
  await expect.poll(() => state(true), { interval: 10 }).not.toBeNull();
  toastSuccess('Copied again', { id: 'link' });
  await expect.poll(() => state(true)).toBeNull();
  expect(toastTitles()).toEqual(['Copied again']);
});
