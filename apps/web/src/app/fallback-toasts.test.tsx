import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storePendingSignIn } from '#lib/pending-sign-in.ts';
import { render } from '#testing/render.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { App } from './app.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const fill = (label: string, text: string) => page.getByLabelText(label, { exact: true }).fill(text);
async function choosePassword(label: string) {
  await fill(label, 'a new password');
  await fill('Confirm Password', 'a new password');
}

/** Address, endpoint, what is filled in, the button, and the specification's text. */
const forms: [address: string, key: string, giveInput: () => Promise<void>, button: string, text: string][] = [
  [
    '/login',
    'POST /auth/login/initiate',
    async () => {
      await fill('Email', 'ada@test.example');
      await fill('Password', 'a password');
    },
    'Continue',
    'Failed to initiate login',
  ],
  ['/login', 'POST /auth/login/verify', () => fill('Authentication code', '123456'), 'Login', 'Invalid OTP'],
  [
    '/forgot-password',
    'POST /auth/forgot-password',
    () => fill('Email', 'ada@test.example'),
    'Send Reset Instructions',
    'Failed to send reset instructions. Please check your email.',
  ],
  [
    '/reset-password?code=the-code&email=ada%40test.example',
    'PUT /auth/forgot-password',
    () => choosePassword('New Password'),
    'Reset Password',
    'Failed to reset password. The link may have expired.',
  ],
  [
    '/register?token=the-token&email=ada%40test.example',
    'POST /auth/complete-invitation',
    () => choosePassword('Password'),
    'Complete Registration',
    'Failed to complete registration',
  ],
];

test.each(forms)(
  'at %s, a failed %s shows exactly the fallback text, offline and for a response that is not JSON; the reason is only in the description',
  async (address, key, giveInput, button, text) => {
    let isOffline = true;
    serveApi({
      'GET /customer-invitations/validate/the-token': () => ({ body: { valid: true, email: 'ada@test.example' } }),
      [key]: () => {
        if (isOffline) throw new TypeError('Failed to fetch');
        return { status: 502, text: '<h1>Bad Gateway</h1>' };
      },
    });
    if (key.endsWith('verify')) storePendingSignIn({ email: 'ada@test.example', codeSentAt: Date.now() });
    history.replaceState(null, '', address);
    render(<App />);
    await giveInput();
    for (const reason of [
      'The server cannot be reached. Please check your connection and try again.',
      'Something went wrong on the server. Please try again.',
    ]) {
      await page.getByRole('button', { name: button }).click();
      const toast = page.getByRole('listitem').filter({ hasText: reason });
      await expect.element(toast).toBeVisible();
      const textOf = (part: string) => toast.element().querySelector(part)?.textContent;
      expect([textOf('[data-title]'), textOf('[data-description]')]).toEqual([text, reason]);
      isOffline = false;
    }
  },
);
