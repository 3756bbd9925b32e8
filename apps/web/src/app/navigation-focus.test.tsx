import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearSession, storeToken, storeUser } from '#lib/session.ts';
import { render } from '#testing/render.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { App } from './app.tsx';

const user = {
  id: '5b1c6f0e-1111-4222-8333-444455556666',
  email: 'ada@test.example',
  groups: ['admin' as const],
  createdAt: '2026-05-06T12:00:00Z',
};
const noRows = { items: [], total: 0, pages: 0, page: 1, limit: 10 };

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  sessionStorage.clear();
});

async function open(address: string, title: string) {
  storeToken('a token');
  storeUser(user);
  serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /auth/sessions': () => ({ body: { data: [] } }),
    'GET /netsuite-sales-orders': () => ({ body: noRows }),
    'GET /sync/freshness': () => ({ body: { orders: null, customers: null } }),
    'GET /sync/runs': () => ({ body: { data: [] } }),
  });
  history.replaceState(null, '', address);
  render(<App />);
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

/** Expects the focus on the page's main area, and its title in the window title and announced. */
async function expectArrived(title: string) {
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(document.title).toBe(`${title} · Order Portal`);
  await expect.element(announcement(title)).toHaveAttribute('aria-live', 'polite');
}

const announcement = (title: string) => page.getByText(`${title} · Order Portal`, { exact: true });

test('a link to another page, and Back, move the focus to that page and announce its title', async () => {
  await open('/settings', 'Settings');
  expect(announcement('Settings').elements()).toHaveLength(0);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expectArrived('Profile');
  await page.getByRole('link', { name: 'Orders' }).click();
  await expectArrived('Orders');
  history.back();
  await expectArrived('Profile');
});

test('navigation within a page leaves the focus where it is', async () => {
  await open('/settings', 'Settings');
  await page.getByRole('link', { name: 'Orders' }).click();
  await expectArrived('Orders');
  let announcements = 0;
  const observer = new MutationObserver(() => (announcements += 1));
  observer.observe(page.getByText(/· Order Portal$/).element(), {
    childList: true,
    characterData: true,
    subtree: true,
  });
  onTestFinished(() => observer.disconnect());
  const search = page.getByRole('searchbox');
  await search.fill('SO7');
  await expect.poll(() => window.location.search).toContain('search=SO7');
  await expect.element(search).toHaveFocus();
  expect(announcements).toBe(0);
});

test('a link of the slide-in menu moves the focus to the page, not back to the menu button', async () => {
  await page.viewport(390, 844);
  await open('/settings', 'Settings');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Profile' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expectArrived('Profile');
});

test('a page chosen in the command palette gets the focus when the palette has closed', async () => {
  await open('/settings', 'Settings');
  await page.getByRole('button', { name: /Command palette/ }).click();
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('Profile{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expectArrived('Profile');
});

test('a field that takes the focus on the new page keeps it', async () => {
  await open('/settings', 'Settings');
  clearSession();
  await expect.element(page.getByLabelText('Email')).toHaveFocus();
  await expect.element(announcement('Sign in')).toHaveAttribute('aria-live', 'polite');
  await expect.element(page.getByLabelText('Email')).toHaveFocus();
});
