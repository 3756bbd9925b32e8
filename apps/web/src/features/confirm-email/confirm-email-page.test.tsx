import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readPendingSignIn } from '#lib/pending-sign-in.ts';
import { storeToken } from '#lib/session.ts';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

const link = '/confirm-email?code=the-code&email=ada%2Bnew@test.example';
const key = 'POST /auth/confirm-email';
const open = (address = link) => renderPage(<ConfirmEmailPage />, address);
const confirm = () => page.getByRole('button', { name: 'Confirm Email Address' });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('confirms only when the button is pressed, then links to sign-in with the new email', async () => {
  const calls = serveApi({ [key]: () => ({ body: { message: 'done' } }) });
  const { address } = await open();
  await expect.element(page.getByText(/ada\+new@test\.example is your address/)).toBeVisible();
  expect(calls).toEqual([]);
  await confirm().click();
  await expect.element(page.getByText('Email address confirmed')).toBeVisible();
  await expect.poll(address).toBe('/login');
  expect(calls).toMatchObject([{ key, body: { code: 'the-code', email: 'ada+new@test.example' } }]);
  expect(readPendingSignIn().email).toBe('ada+new@test.example');
});

test('keeps a signed-in user signed in and shows the refetched profile', async () => {
  storeToken('a token');
  const calls = serveApi({ [key]: () => ({ body: { message: 'done' } }) });
  const { address } = await open();
  await confirm().click();
  await expect.poll(address).toBe('/profile');
  await expect.poll(() => calls.map(({ key }) => key)).toContain('GET /auth/profile');
});

test('shows that a used or expired link is invalid in place of the button', async () => {
  serveApi({ [key]: () => ({ status: 400, body: { message: 'Invalid or expired link' } }) });
  await open();
  await confirm().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid or expired link');
  await expect.element(confirm()).not.toBeInTheDocument();
});

test('shows the reason for any other failure and keeps the button', async () => {
  serveApi({ [key]: () => ({ status: 429, body: { message: 'Too many attempts. Try again in 15 minutes.' } }) });
  await open();
  await confirm().click();
  await expect.element(page.getByText('Too many attempts. Try again in 15 minutes.')).toBeVisible();
  await expect.element(confirm()).toBeVisible();
});

test.each([
  '/confirm-email',
  '/confirm-email?code=x',
  '/confirm-email?code=&email=ada@test.example',
  '/confirm-email?code=x&email=',
])('reports that %s is incomplete', async (incomplete) => {
  const calls = serveApi({});
  const { address } = await open(incomplete);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid or expired link');
  await expect.element(page.getByText(/incomplete/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect.poll(address).toBe('/login');
  expect(calls).toEqual([]);
});
