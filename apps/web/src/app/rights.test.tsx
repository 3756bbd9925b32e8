import { type Role, roles } from '@portal/contract/permissions';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storeToken, storeUser } from '#lib/session.ts';
import { render } from '#testing/render.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { App } from './app.tsx';

const own = {
  id: '5b1c6f0e-1111-4222-8333-444455556666',
  email: 'ada@test.example',
  createdAt: '2026-05-06T12:00:00Z',
};
const noOrders = { items: [], total: 0, pages: 0, page: 1, limit: 10 };
const userManagement = () => page.getByRole('link', { name: 'User Management' });

beforeEach(async () => {
  // Wide enough to show the sidebar beside the page.
  await page.viewport(1280, 800);
  localStorage.clear();
  sessionStorage.clear();
});

/** Opens the app as a user whose role and session the test can change on the server. */
function open(address: string, role: Role) {
  const state = { role, ended: false };
  storeToken('a token');
  storeUser({ ...own, groups: [role] });
  const unless401 = (body: () => unknown) => () =>
    state.ended ? { status: 401, body: { message: 'Sign in first' } } : { body: body() };
  serveApi({
    'GET /auth/profile': unless401(() => ({ ...own, groups: [state.role] })),
    'POST /auth/login/initiate': () => ({ body: { message: 'sent' } }),
    'POST /auth/login/verify': () => {
      state.ended = false;
      return { body: { access_token: 'another token' } };
    },
    'POST /customer-invitations/invite-user': () => {
      // Not earlier, or another request would find out before the form is sent.
      state.ended = true;
      return { status: 401, body: { message: 'Sign in first' } };
    },
    'GET /users': unless401(() => ({ data: [] })),
    'GET /groups': unless401(() => [{ id: own.id, name: 'member', description: '', type: 'member' }]),
    'GET /customer-invitations/active': unless401(() => []),
    'GET /log': unless401(() => ({ data: [] })),
    'GET /sync/freshness': unless401(() => ({ orders: null, customers: null })),
    'GET /sync/runs': unless401(() => ({ data: [] })),
    ...Object.fromEntries(
      ['', '/customer', '/assigned-orders'].map((list) => [
        `GET /netsuite-sales-orders${list}`,
        unless401(() => noOrders),
      ]),
    ),
    'GET /netsuite-customers': unless401(() => noOrders),
  });
  history.replaceState(null, '', address);
  render(<App />);
  return state;
}

const path = () => window.location.pathname;

test.each(roles)('%s: only administrators see the page and its menu item', async (role) => {
  open('/users', role);
  const has = role === 'admin' || role === 'customer_admin';
  await expect.poll(path).toBe(has ? '/users' : '/overview');
  await expect.element(page.getByRole('link', { name: 'Overview' })).toBeVisible();
  expect(userManagement().elements()).toHaveLength(has ? 1 : 0);
  if (!has) return;
  await expect.element(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await expect.element(page.getByText('Manage user accounts and permissions')).toBeVisible();
});

test('a demoted user loses the page on the next click and cannot return to it', async () => {
  const state = open('/users', 'admin');
  await expect.element(page.getByRole('tab', { name: /^Groups/ })).toBeVisible();
  state.role = 'member';
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect.poll(() => userManagement().elements()).toHaveLength(0);
  expect(path()).toBe('/orders');
  history.back();
  await expect.poll(path).toBe('/overview');
});

test('a demoted user is redirected by a click within the page, too', async () => {
  const state = open('/users', 'admin');
  await expect.element(page.getByRole('tab', { name: /^Groups/ })).toBeVisible();
  state.role = 'customer_member';
  await page.getByRole('tab', { name: /^Groups/ }).click();
  await expect.poll(path).toBe('/overview');
  expect(userManagement().elements()).toHaveLength(0);
});

test('a session that ends over an open form leads to sign-in, and sign-in restores the form', async () => {
  open('/users?invite=1', 'admin');
  await page.getByLabelText('Email').fill('grace@company.example');
  await page.getByLabelText('Full Name').fill('Grace Hopper');
  await page.getByLabelText('Group', { exact: true }).selectOptions('Member');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect.poll(() => window.location.href).toMatch(/\/login\?next=%2Fusers%3Finvite%3D1$/);
  await expect.element(page.getByRole('heading', { name: 'Sign in to Order Portal' })).toBeVisible();

  await page.getByLabelText('Email').fill(own.email);
  await page.getByLabelText('Password', { exact: true }).fill('a password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByLabelText('Authentication code')).toHaveFocus();
  await userEvent.keyboard('123456{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Invite User' })).toBeVisible();
  expect(path()).toBe('/users');
  await expect.element(page.getByLabelText('Email')).toHaveValue('grace@company.example');
  await expect.element(page.getByLabelText('Full Name')).toHaveValue('Grace Hopper');
  await expect.element(page.getByLabelText('Group', { exact: true })).toHaveValue(own.id);
});
