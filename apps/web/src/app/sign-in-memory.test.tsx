import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storeToken, storeUser } from '#lib/session.ts';
import { render } from '#testing/render.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { App } from './app.tsx';

const user = {
  id: '5b1c6f0e-1111-4222-8333-444455556666',
  email: 'ada@test.example',
  groups: ['member' as const],
  createdAt: '2026-05-06T12:00:00Z',
};
const sent = { 'POST /auth/login/initiate': () => ({ body: { message: 'sent' } }) };

const email = page.getByLabelText('Email');
const password = page.getByLabelText('Password', { exact: true });
const code = page.getByLabelText('Authentication code');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** Opens the app at an address. Returns a function that reloads it, as the browser's Reload does. */
function open(address: string, answers: Parameters<typeof serveApi>[0]) {
  const calls = serveApi(answers);
  history.replaceState(null, '', address);
  let loads = 0;
  const { rerender } = render(<App key={loads} />);
  return {
    calls,
    reload: () => {
      loads += 1;
      rerender(<App key={loads} />);
    },
  };
}

async function giveCredentials() {
  await email.fill('ada@test.example');
  await password.fill('a password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(code).toBeVisible();
}

test('a reload stays at the code step, and the code still signs in', async () => {
  const { calls, reload } = open('/login?next=%2Fprofile', {
    ...sent,
    'POST /auth/login/verify': () => ({ body: { access_token: 'fresh' } }),
    'GET /auth/profile': () => ({ body: user }),
    'GET /auth/sessions': () => ({ body: { data: [] } }),
  });
  await giveCredentials();
  reload();
  await expect.element(page.getByText(/^Resend in \d+s$/)).toBeVisible();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('a password');
  await code.fill('123456');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.element(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
  expect(calls.find(({ key }) => key === 'POST /auth/login/verify')?.body).toEqual({
    email: 'ada@test.example',
    otp: '123456',
  });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('ada@test.example');
});

test('after a reload, Resend asks for the password again, with the email filled in', async () => {
  const { calls, reload } = open('/login', sent);
  await giveCredentials();
  const stored = JSON.parse(sessionStorage.getItem('pendingSignIn') ?? '{}');
  sessionStorage.setItem('pendingSignIn', JSON.stringify({ ...stored, codeSentAt: Date.now() - 91_000 }));
  reload();
  await page.getByRole('button', { name: 'Resend authentication code' }).click();
  await expect.element(page.getByText('Enter your password again to get a new code.')).toBeVisible();
  await expect.element(email).toHaveValue('ada@test.example');
  await expect.element(password).toHaveValue('');
  await expect.element(password).toHaveFocus();
  expect(calls).toHaveLength(1);
  await password.fill('a password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('Resend in 90s')).toBeVisible();
});

test('a reload does not return to the code step when the code has expired or the user went Back', async () => {
  const { reload } = open('/login', sent);
  await giveCredentials();
  const stored = JSON.parse(sessionStorage.getItem('pendingSignIn') ?? '{}');
  sessionStorage.setItem('pendingSignIn', JSON.stringify({ ...stored, codeSentAt: Date.now() - 300_000 }));
  reload();
  await expect.element(email).toHaveValue('ada@test.example');
  await giveCredentials();
  await page.getByRole('button', { name: 'Back' }).click();
  reload();
  await expect.element(password).toHaveFocus();
  await expect.element(email).toHaveValue('ada@test.example');
});

test('the email typed at sign-in is filled in on "Forgot password?" and back at sign-in', async () => {
  open('/login', { 'POST /auth/forgot-password': () => ({ body: { message: 'sent' } }) });
  await email.fill('ada@test.example');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect.element(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  await expect.element(email).toHaveValue('ada@test.example');
  await email.fill('grace@test.example');
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expect.element(password).toHaveFocus();
  await expect.element(email).toHaveValue('grace@test.example');
});

test.each([
  [
    '/reset-password?code=the-code&email=ada%40test.example',
    'New Password',
    'Reset Password',
    { 'PUT /auth/forgot-password': () => ({ body: { message: 'done' } }) },
  ],
  [
    '/register?token=the-token&email=ada%40test.example',
    'Password',
    'Complete Registration',
    {
      'GET /customer-invitations/validate/the-token': () => ({ body: { valid: true, email: 'ada@test.example' } }),
      'POST /auth/complete-invitation': () => ({ body: { message: 'done' } }),
    },
  ],
])('after %s, sign-in has the email filled in', async (address, label, button, answers) => {
  open(address, answers);
  await page.getByLabelText(label, { exact: true }).fill('a new password');
  await page.getByLabelText('Confirm Password').fill('a new password');
  await page.getByRole('button', { name: button }).click();
  await expect.element(page.getByRole('heading', { name: 'Sign in to Order Portal' })).toBeVisible();
  await expect.element(email).toHaveValue('ada@test.example');
  await expect.element(password).toHaveFocus();
});

test('sign-in has the email filled in after the session has ended', async () => {
  storeToken('a token');
  storeUser(user);
  open('/settings', { 'GET /auth/profile': () => ({ status: 401, body: { message: 'Sign in first' } }) });
  await expect.element(page.getByRole('heading', { name: 'Sign in to Order Portal' })).toBeVisible();
  await expect.element(email).toHaveValue('ada@test.example');
});

test('a used invitation link leads to sign-in, with the email filled in and the reason shown', async () => {
  const { reload } = open('/register?token=the-token&email=ada%40test.example', {
    'GET /customer-invitations/validate/the-token': () => ({ body: { valid: false, accepted: true } }),
  });
  const notice = page.getByText('Your registration is already complete. Sign in with your password.');
  await expect.element(notice).toBeVisible();
  expect(window.location.pathname).toBe('/login');
  await expect.element(email).toHaveValue('ada@test.example');
  await expect.element(password).toHaveFocus();
  reload();
  await expect.element(notice).toBeVisible();
});

test('a used invitation link leads a signed-in user into the app', async () => {
  storeToken('a token');
  storeUser(user);
  const { calls } = open('/register?token=the-token&email=Ada%40test.example', {
    'GET /auth/profile': () => ({ body: user }),
  });
  await expect.element(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  expect(window.location.pathname).toBe('/overview');
  expect(calls.filter(({ key }) => key.includes('validate'))).toEqual([]);
});
