import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';

const send = () => page.getByRole('button', { name: 'Send Reset Instructions' });

beforeEach(() => sessionStorage.clear());

test('requires an email', async () => {
  const seen = serveApi({});
  await renderPage(<ForgotPasswordPage />, '/forgot-password');
  await expect.element(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  await send().click();
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
  await expect.element(page.getByLabelText('Email')).toHaveFocus();
  await page.getByLabelText('Email').fill('ada');
  await send().click();
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription(/such as name@company.com/);
  expect(seen).toEqual([]);
});

test('sends the instructions and links back to sign-in', async () => {
  const seen = serveApi({ 'POST /auth/forgot-password': () => ({ body: { message: 'sent' } }) });
  const { address } = await renderPage(<ForgotPasswordPage />, '/forgot-password');
  await page.getByLabelText('Email').fill('ada@test.example');
  await send().click();
  await expect.element(page.getByText('Password reset instructions have been sent to your email')).toBeVisible();
  await expect.poll(address).toBe('/login');
  expect(seen).toMatchObject([{ body: { email: 'ada@test.example' } }]);
});

test('treats a response that is not JSON as a failure, even with status 200', async () => {
  serveApi({ 'POST /auth/forgot-password': () => ({ text: '<!doctype html><title>Proxy login</title>' }) });
  const { address } = await renderPage(<ForgotPasswordPage />, '/forgot-password');
  await page.getByLabelText('Email').fill('ada@test.example');
  await send().click();
  await expect.element(page.getByText('Failed to send reset instructions. Please check your email.')).toBeVisible();
  await expect.element(page.getByText(/^Something went wrong on the server/)).toBeVisible();
  expect(address()).toBe('/forgot-password');
});

test('shows the server’s reason for a failure and keeps the input', async () => {
  serveApi({ 'POST /auth/forgot-password': () => ({ status: 429, body: { message: 'Too many attempts.' } }) });
  const { address } = await renderPage(<ForgotPasswordPage />, '/forgot-password');
  await page.getByLabelText('Email').fill('ada@test.example');
  await send().click();
  await expect.element(page.getByText('Failed to send reset instructions. Please check your email.')).toBeVisible();
  await expect.element(page.getByText('Too many attempts.')).toBeVisible();
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada@test.example');
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect.poll(address).toBe('/login');
});
