import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storeToken, storeUser } from '#lib/session.ts';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { ProfilePage } from './profile-page.tsx';

const user = {
  id: '5b1c6f0e-1111-4222-8333-444455556666',
  email: 'ada@test.example',
  groups: ['member' as const],
  createdAt: '2026-05-06T12:00:00Z',
};

beforeEach(() => {
  localStorage.clear();
  storeToken('a token');
});

test.each([
  ['with', true],
  ['without', false],
])('reports a profile that cannot be loaded, %s a stored user, and loads it with Retry', async (_, isStored) => {
  if (isStored) storeUser(user);
  let isUp = false;
  serveApi({
    'GET /auth/profile': () =>
      isUp
        ? { body: { ...user, customerName: 'Café Olimpico' } }
        : { status: 503, body: { message: 'Database away.' } },
    'GET /auth/sessions': () => ({ body: { data: [] } }),
    'GET /notifications/settings': () => ({ body: { mails: 'instant' } }),
    'GET /follows': () => ({ body: { orders: [], presets: [] } }),
  });
  await renderPage(<ProfilePage />, '/profile');
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('Failed to load profile', { exact: true })).toBeVisible();
  await expect.element(alert.getByText('Database away.')).toBeVisible();
  expect(page.getByText('ada@test.example').elements()).toHaveLength(isStored ? 1 : 0);
  isUp = true;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('Café Olimpico')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('says when a user is in no group', async () => {
  serveApi({
    'GET /auth/profile': () => ({ body: { ...user, groups: [] } }),
    'GET /auth/sessions': () => ({ body: { data: [] } }),
    'GET /notifications/settings': () => ({ body: { mails: 'instant' } }),
    'GET /follows': () => ({ body: { orders: [], presets: [] } }),
  });
  await renderPage(<ProfilePage />, '/profile');
  await expect.element(page.getByText('No groups assigned', { exact: true })).toBeVisible();
});
