import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { storeToken, storeUser } from '#lib/session.ts';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';

const link = '/reset-password?code=the-code&email=ada%2Bportal@test.example';
const open = (address = link) => renderPage(<ResetPasswordPage />, address);

async function choose(password: string, confirmation = password) {
  await page.getByLabelText('New Password').fill(password);
  await page.getByLabelText('Confirm Password').fill(confirmation);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

beforeEach(() => localStorage.clear());

test('sets the password with the code and email from the link', async () => {
  const seen = serveApi({ 'PUT /auth/forgot-password': () => ({ body: { message: 'done' } }) });
  const { address } = await open();
  await expect.element(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible();
  await expect.element(page.getByText(/^For ada\+portal@test.example/)).toBeVisible();
  expect(seen).toEqual([]);
  await choose('a new password');
  await expect.element(page.getByText('Password has been reset successfully')).toBeVisible();
  await expect.poll(address).toBe('/login');
  expect(seen).toMatchObject([
    { body: { code: 'the-code', email: 'ada+portal@test.example', password: 'a new password' } },
  ]);
});

test('never sends a short password or two different ones', async () => {
  const seen = serveApi({});
  await open();
  await choose('five5');
  await expect
    .element(page.getByLabelText('New Password'))
    .toHaveAccessibleDescription('Password must be at least 6 characters long');
  await expect.element(page.getByLabelText('New Password')).toHaveFocus();
  await choose('a new password', 'another password');
  await expect.element(page.getByLabelText('Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
  await expect.element(page.getByLabelText('Confirm Password')).toHaveFocus();
  expect(seen).toEqual([]);
});

test('shows the server’s reason for rejecting a password at its field', async () => {
  const message = 'Too common. Choose another.';
  serveApi({
    'PUT /auth/forgot-password': () => ({ status: 400, body: { message, details: [{ path: 'password', message }] } }),
  });
  await open();
  await choose('password123');
  await expect.element(page.getByLabelText('New Password')).toHaveAccessibleDescription(message);
  await expect.element(page.getByLabelText('New Password')).toHaveFocus();
});

test('reports an expired code with a link to request a new one', async () => {
  serveApi({ 'PUT /auth/forgot-password': () => ({ status: 400, body: { message: 'Invalid reset code' } }) });
  const { address } = await open();
  await choose('a new password');
  await expect.element(page.getByText('Failed to reset password. The link may have expired.')).toBeVisible();
  await expect.element(page.getByText('Invalid reset code')).toBeVisible();
  await page.getByRole('link', { name: 'Get a new one' }).click();
  await expect.poll(address).toBe('/forgot-password');
});

test('reports an invalid email in the link', async () => {
  const details = [{ path: 'email', message: 'must be an email address' }];
  const message = 'email: must be an email address';
  serveApi({ 'PUT /auth/forgot-password': () => ({ status: 400, body: { message, details } }) });
  await open('/reset-password?code=the-code&email=nobody');
  await choose('a new password');
  await expect.element(page.getByText('Failed to reset password. The link may have expired.')).toBeVisible();
  await expect.element(page.getByText('Invalid email')).toBeVisible();
});

test.each([
  [429, 'Too many attempts.'],
  [503, 'The database is away.'],
])('shows other failures (%s) under the same title with the server’s reason', async (status, message) => {
  serveApi({ 'PUT /auth/forgot-password': () => ({ status, body: { message } }) });
  await open();
  await choose('a new password');
  await expect.element(page.getByText('Failed to reset password. The link may have expired.')).toBeVisible();
  await expect.element(page.getByText(message, { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText('New Password')).toHaveValue('a new password');
});

test('shows a network failure under the same title', async () => {
  const original = window.fetch;
  onTestFinished(() => {
    window.fetch = original;
  });
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await open();
  await choose('a new password');
  await expect.element(page.getByText('Failed to reset password. The link may have expired.')).toBeVisible();
  await expect.element(page.getByText(/^The server cannot be reached/)).toBeVisible();
});

test.each([
  ['/reset-password', 'Invalid reset code'],
  ['/reset-password?email=ada@test.example', 'Invalid reset code'],
  ['/reset-password?code=the-code', 'Invalid email'],
  ['/reset-password?code=&email=ada@test.example', 'Invalid reset code'],
  ['/reset-password?code=&email=', 'Invalid reset code'],
  ['/reset-password?code=the-code&email=', 'Invalid email'],
])('reports %s as %s, with a link back', async (incomplete, fault) => {
  const { address } = await open(incomplete);
  await expect.element(page.getByRole('alert')).toHaveTextContent(fault);
  expect(page.getByLabelText('New Password').query()).toBeNull();
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect.poll(address).toBe('/login');
});

test('offers a signed-in user to sign out first', async () => {
  storeToken('a token');
  storeUser({
    id: '5b1c6f0e-1111-4222-8333-444455556666',
    email: 'bob@test.example',
    groups: ['member'],
    createdAt: '2026-05-06T12:00:00Z',
  });
  const { address } = await open();
  await expect.element(page.getByText(/signed in as bob@test.example.*for ada\+portal@test.example/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign out and continue' })).toBeVisible();
  expect(page.getByLabelText('New Password').query()).toBeNull();
  await page.getByRole('button', { name: 'Back to Overview' }).click();
  await expect.poll(address).toBe('/overview');
});
