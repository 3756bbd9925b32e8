import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { onSessionChange, readToken, readUser } from '#lib/session.ts';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { SignInPage } from './sign-in-page.tsx';

const start = new Date('2026-05-06T12:00:00Z');
const profile = { id: 'f', email: 'admin@demo.test', groups: ['admin'], createdAt: start.toISOString() };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // The clock is fixed: the polling of the tests would advance fake timers.
  vi.setSystemTime(start);
});
afterEach(() => {
  vi.useRealTimers();
});

const open = () => renderPage(<SignInPage />, '/login');

async function giveCredentials() {
  await page.getByLabelText('Email').fill('admin@demo.test');
  await page.getByLabelText('Password', { exact: true }).fill('portal-demo-2026');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Simulates returning to the tab `seconds` after the start. */
function lookAgain(seconds: number) {
  vi.setSystemTime(start.getTime() + seconds * 1000);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('requires both fields and a valid email', async () => {
  const seen = serveApi({});
  await open();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
  await expect.element(page.getByLabelText('Email')).toHaveFocus();
  await page.getByLabelText('Email').fill('admin');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription(/such as name@company.com/);
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAccessibleDescription(/required/);
  expect(seen).toEqual([]);
});

test('shows the server’s reason for rejecting a password, or the fallback without one', async () => {
  let message = 'Invalid email or password';
  serveApi({ 'POST /auth/login/initiate': () => ({ status: 400, body: { message } }) });
  await open();
  await giveCredentials();
  await expect.element(page.getByText('Invalid email or password')).toBeVisible();
  message = '';
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('Failed to initiate login')).toBeVisible();
});

test('shows the fallback and the cause when the server does not respond', async () => {
  let status = 0;
  serveApi({
    'POST /auth/login/initiate': () => {
      if (status === 0) throw new TypeError('Failed to fetch');
      return { status, body: 'Bad Gateway' };
    },
  });
  await open();
  await giveCredentials();
  const toast = page.getByRole('listitem').filter({ hasText: 'Failed to initiate login' });
  await expect.element(toast.getByText(/^The server cannot be reached\./)).toBeVisible();
  status = 502;
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(toast.getByText(/^Something went wrong on the server\./)).toBeVisible();
});

test('allows resending the code 90 s after each send, measured by the clock rather than by ticks', async () => {
  const seen = serveApi({ 'POST /auth/login/initiate': () => ({ body: { message: 'sent' } }) });
  await open();
  await giveCredentials();
  await expect.element(page.getByText('Authentication code sent to your email')).toBeVisible();
  await expect.element(page.getByText('Resend in 90s')).toBeVisible();
  lookAgain(80);
  await expect.element(page.getByText('Resend in 10s')).toBeVisible();
  lookAgain(90);
  await page.getByRole('button', { name: 'Resend authentication code' }).click();
  await expect.element(page.getByText('Resend in 90s')).toBeVisible();
  expect(seen.map(({ key }) => key)).toEqual(['POST /auth/login/initiate', 'POST /auth/login/initiate']);
  expect(seen[1]?.body).toEqual({ email: 'admin@demo.test', password: 'portal-demo-2026' });
});

test('restarts the countdown at exactly 90 s on Resend, however long after its end', async () => {
  serveApi({ 'POST /auth/login/initiate': () => ({ body: { message: 'sent' } }) });
  await open();
  await giveCredentials();
  await expect.element(page.getByText('Resend in 90s')).toBeVisible();
  lookAgain(90);
  const resend = page.getByRole('button', { name: 'Resend authentication code' });
  await expect.element(resend).toBeVisible();
  vi.setSystemTime(start.getTime() + 116_000);
  const shown = new Set<string>();
  const observer = new MutationObserver(() => {
    const [text] = document.body.textContent?.match(/Resend in \d+s/) ?? [];
    if (text !== undefined) shown.add(text);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  await resend.click();
  await expect.element(page.getByText('Resend in 90s')).toBeVisible();
  expect([...shown]).toEqual(['Resend in 90s']);
});

test('Tab moves from email to password and then on', async () => {
  serveApi({});
  await open();
  await page.getByLabelText('Email').click();
  await userEvent.tab();
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
  const rest = [
    page.getByRole('button', { name: 'Show password' }),
    page.getByRole('link', { name: 'Forgot password?' }),
    page.getByRole('button', { name: 'Continue' }),
  ];
  for (const next of rest) {
    await userEvent.tab();
    await expect.element(next).toHaveFocus();
  }
});

test('Back keeps the credentials and clears the code', async () => {
  serveApi({ 'POST /auth/login/initiate': () => ({ body: { message: 'sent' } }) });
  await open();
  await giveCredentials();
  await page.getByLabelText('Authentication code').fill('481');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByLabelText('Email')).toHaveValue('admin@demo.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByLabelText('Authentication code')).toHaveValue('');
});

test('accepts another attempt after a wrong code; stores token and profile before notifying anyone', async () => {
  const seen = serveApi({
    'POST /auth/login/initiate': () => ({ body: { message: 'sent' } }),
    'POST /auth/login/verify': ({ body }) =>
      JSON.stringify(body).includes('481516')
        ? { body: { access_token: 'fresh' } }
        : { status: 400, body: { message: 'Invalid OTP' } },
    'GET /auth/profile': () => ({ body: profile }),
  });
  const heard: unknown[] = [];
  const stop = onSessionChange(() => heard.push([readToken(), readUser()]));
  await open();
  await giveCredentials();
  const code = page.getByLabelText('Authentication code');
  await expect.element(code).toHaveFocus();

  await userEvent.keyboard('123{Enter}');
  await expect.element(page.getByText('Enter all 6 digits of the code')).toBeVisible();
  await userEvent.keyboard('456{Enter}');
  await expect.element(page.getByText('Invalid OTP')).toBeVisible();
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('481516');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.element(page.getByText('Logged in successfully')).toBeVisible();
  expect(heard).toEqual([['fresh', profile]]);
  expect(seen.at(-1)).toMatchObject({ key: 'GET /auth/profile', token: 'Bearer fresh' });
  stop();
});
