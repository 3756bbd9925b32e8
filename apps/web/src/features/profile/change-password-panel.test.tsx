import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { toastTitles } from '#testing/render.tsx';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { ChangePasswordPanel } from './change-password-panel.tsx';

const key = 'PUT /auth/password';
const current = page.getByLabelText('Current Password');
const password = page.getByLabelText('New Password');
const confirmation = page.getByLabelText('Confirm Password');

async function change(values: { current?: string; password?: string; confirmation?: string }) {
  await current.fill(values.current ?? 'the old password');
  await password.fill(values.password ?? 'a new password');
  await confirmation.fill(values.confirmation ?? values.password ?? 'a new password');
  await page.getByRole('button', { name: 'Change Password' }).click();
}

const open = () => renderPage(<ChangePasswordPanel email="ada@test.example" />, '/profile');

test('sends the current and the new password, confirms, and clears the form', async () => {
  const calls = serveApi({ [key]: () => ({ body: { message: 'Password changed successfully' } }) });
  await open();
  await change({});
  await expect.element(page.getByText('Password changed successfully')).toBeVisible();
  expect(calls).toMatchObject([{ key, body: { currentPassword: 'the old password', password: 'a new password' } }]);
  for (const field of [current, password, confirmation]) await expect.element(field).toHaveValue('');
});

test.each([
  [{ current: '' }, current, 'Password is required'],
  [{ password: '' }, password, 'Password is required'],
  [{ password: 'seven77' }, password, 'Password must be at least 8 characters long'],
  [{ confirmation: '' }, confirmation, 'Please confirm your password'],
  [{ confirmation: 'another password' }, confirmation, 'Passwords do not match'],
])('rejects %o at its field without sending', async (values, field, message) => {
  const calls = serveApi({});
  await open();
  await change(values);
  await expect.element(field).toHaveAccessibleDescription(message);
  await expect.element(field).toHaveFocus();
  expect(calls).toEqual([]);
});

test.each([
  ['currentPassword', current, 'Your current password is incorrect.'],
  ['password', password, 'Too common. Choose another.'],
])("shows the server's error for %s at its field", async (path, field, message) => {
  serveApi({ [key]: () => ({ status: 400, body: { message, details: [{ path, message }] } }) });
  await open();
  await change({});
  await expect.element(field).toHaveAccessibleDescription(message);
  await expect.element(field).toHaveFocus();
  await expect.element(password).toHaveValue('a new password');
});

test("shows the server's message for too many attempts", async () => {
  const message = 'Too many attempts. Please wait 15 minutes.';
  serveApi({ [key]: () => ({ status: 429, body: { message } }) });
  await open();
  await change({});
  await expect.element(page.getByText(message)).toBeVisible();
});

test('reports an expired session once', async () => {
  serveApi({ [key]: () => ({ status: 401, body: { message: 'Your session has ended.' } }) });
  await open();
  await change({});
  await expect.poll(toastTitles).not.toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Change Password' })).not.toHaveAttribute('aria-busy');
  expect(toastTitles()).toEqual(['Unauthorized']);
});
