import { afterAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toastTitles } from '#testing/render.tsx';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { SessionsPanel } from './sessions-panel.tsx';

// Fixes the clock, so that a slow first test does not change 'just now'.
vi.setSystemTime('2026-05-06T12:00:00Z');
afterAll(() => void vi.useRealTimers());

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const session = (id: string, more: object) => ({
  id,
  createdAt: at(180),
  lastUsedAt: at(5),
  expiresAt: at(-600),
  current: false,
  ...more,
});
const own = session('1', { current: true, userAgent: chrome, lastUsedAt: at(0) });
const phone = session('2', { userAgent: iphone });
const unknown = session('3', {});

function serve(sessions: object[]) {
  let live = sessions;
  return serveApi({
    'GET /auth/sessions': () => ({ body: { data: live } }),
    'DELETE /auth/sessions/2': () => {
      live = [own, unknown];
      return { body: { message: 'Session ended' } };
    },
    'DELETE /auth/sessions': () => {
      live = [own];
      return { body: { ended: 2 } };
    },
  });
}

test('shows each device, when it was last used, and which one is current', async () => {
  serve([own, phone, unknown]);
  await renderPage(<SessionsPanel />, '/profile');
  const rows = page.getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent(/Chrome on Windows.*This device.*Last used just now/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Safari on iOS.*Last used 5 min ago.*Signed in/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Unknown device/);
  expect(rows.nth(0).getByRole('button').elements()).toHaveLength(0);
});

test('ends a session after confirmation', async () => {
  const seen = serve([own, phone, unknown]);
  await renderPage(<SessionsPanel />, '/profile');
  await page.getByRole('button', { name: 'End session of Safari on iOS' }).click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('End the session of Safari on iOS?');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(seen.some(({ key }) => key.startsWith('DELETE'))).toBe(false);
  await page.getByRole('button', { name: 'End session of Safari on iOS' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click();
  await expect.element(page.getByText('Session ended')).toBeVisible();
  await expect.element(page.getByText('Safari on iOS')).not.toBeInTheDocument();
});

test('ends all other sessions at once', async () => {
  serve([own, phone, unknown]);
  await renderPage(<SessionsPanel />, '/profile');
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click();
  await expect.element(page.getByText('2 sessions ended')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'End all others' })).not.toBeInTheDocument();
});

test('shows an error with Retry when loading fails', async () => {
  serveApi({ 'GET /auth/sessions': () => ({ status: 500, body: { message: 'Broken' } }) });
  await renderPage(<SessionsPanel />, '/profile');
  await expect.element(page.getByText('Failed to load your sessions')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('reports an expired session once when ending another session', async () => {
  const refusal = { status: 401, body: { message: 'Your session has ended.' } };
  serveApi({
    'GET /auth/sessions': () => ({ body: { data: [own, phone] } }),
    'DELETE /auth/sessions/2': () => refusal,
  });
  await renderPage(<SessionsPanel />, '/profile');
  await page.getByRole('button', { name: 'End session of Safari on iOS' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await expect.poll(toastTitles).toEqual(['Unauthorized']);
});
