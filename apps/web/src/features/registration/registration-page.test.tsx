import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storeToken, storeUser } from '#lib/session.ts';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { RegistrationPage } from './registration-page.tsx';

const check = 'GET /customer-invitations/validate/the-token';
const complete = 'POST /auth/complete-invitation';
const good = () => ({
  body: { valid: true, email: 'ada@test.example', fullName: 'Ada', expiresAt: '2027-01-01T00:00:00Z' },
});
const open = () => renderPage(<RegistrationPage />, '/register?token=the-token&email=ada%2Bx@test.example');

async function choose(password: string, confirmation = password) {
  await page.getByLabelText('Password', { exact: true }).fill(password);
  await page.getByLabelText('Confirm Password').fill(confirmation);
  await page.getByRole('button', { name: 'Complete Registration' }).click();
}

beforeEach(() => localStorage.clear());

test('accepts with the token and email from the link; the email is read-only', async () => {
  const seen = serveApi({ [check]: good, [complete]: () => ({ body: { message: 'done' } }) });
  const { address } = await open();
  await expect.element(page.getByRole('heading', { name: 'Complete Registration' })).toBeVisible();
  await expect.element(page.getByText(/^Welcome, Ada\./)).toBeVisible();
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada+x@test.example');
  await expect.element(page.getByLabelText('Email')).toHaveAttribute('readonly');
  expect(seen.map(({ key }) => key)).toEqual([check]);
  await choose('a new password');
  await expect.element(page.getByText('Registration completed successfully')).toBeVisible();
  await expect.poll(address).toBe('/login');
  expect(seen[1]?.body).toEqual({ token: 'the-token', email: 'ada+x@test.example', password: 'a new password' });
});

test('never sends a short password or two different ones', async () => {
  const seen = serveApi({ [check]: good });
  await open();
  const password = page.getByLabelText('Password', { exact: true });
  await choose('five5');
  await expect.element(password).toHaveAccessibleDescription('Password must be at least 6 characters long');
  await choose('a new password', 'another password');
  await expect.element(page.getByLabelText('Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
  expect(seen.map(({ key }) => key)).toEqual([check]);
});

test("shows the server's reason for rejecting a password at its field", async () => {
  const message = 'Too common. Choose another.';
  const details = [{ path: 'password', message }];
  serveApi({ [check]: good, [complete]: () => ({ status: 400, body: { message, details } }) });
  await open();
  await choose('password123');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAccessibleDescription(message);
});

test.each([
  ["the server's message", { message: 'This invitation was already accepted. Please sign in.' }, /already accepted/],
  ['the fallback text', { message: '' }, /^Failed to complete registration$/],
])('shows a rejection as %s', async (_, body, shown) => {
  serveApi({ [check]: good, [complete]: () => ({ status: 409, body }) });
  await open();
  await choose('a new password');
  await expect.element(page.getByText(shown)).toBeVisible();
});

test.each([
  '/register',
  '/register?token=x',
  '/register?email=ada@test.example',
  '/register?token=&email=ada@test.example',
  '/register?token=x&email=',
  '/register?token=%20&email=ada@test.example',
])('reports that %s is incomplete and links to sign-in', async (incomplete) => {
  const seen = serveApi({});
  const { address } = await renderPage(<RegistrationPage />, incomplete);
  await expect.element(page.getByText('Invalid registration link')).toBeVisible();
  await expect.poll(address).toBe('/login');
  expect(seen).toEqual([]);
});

test('reports an expired link instead of showing the form', async () => {
  serveApi({ [check]: () => ({ body: { valid: false } }) });
  const { address } = await open();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid registration link');
  expect(page.getByRole('button', { name: 'Complete Registration' }).elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect.poll(address).toBe('/login');
});

test('shows the form if checking the link fails', async () => {
  serveApi({ [check]: () => ({ status: 503, body: { message: 'away' } }) });
  await open();
  await expect.element(page.getByRole('button', { name: 'Complete Registration' })).toBeVisible();
});

test('offers a signed-in user to sign out first', async () => {
  serveApi({ [check]: good });
  storeToken('a-token');
  storeUser({ id: '1', email: 'other@test.example', groups: ['member'], createdAt: '2026-01-01T00:00:00Z' });
  await open();
  await expect.element(page.getByText(/You are signed in as other@test\.example\. To accept/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign out and continue' })).toBeVisible();
});
