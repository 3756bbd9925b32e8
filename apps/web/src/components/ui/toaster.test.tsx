import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { render } from '#testing/render.tsx';
import { Toaster } from './toaster.tsx';

test('toasts are 356 px wide, three show at most, and a button closes them', async () => {
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

test('an error is an alert, a success is not; both stand in a polite live region', async () => {
  render(<Toaster duration={Number.POSITIVE_INFINITY} />);
  toastSuccess('Customers synced successfully');
  await expect.element(page.getByText('Customers synced successfully')).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(0);
  toastError('Failed to sync customers', { description: 'NetSuite is away' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to sync customers');
  expect(page.getByRole('alert').element().closest('[aria-live="polite"]')).not.toBeNull();
});
