import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseAction, dialog, groups, people, refuse, showUsers, uuid } from '#testing/users-page.tsx';

const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const facts = () =>
  [...dialog.element().querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]);

beforeEach(() => {
  sessionStorage.clear();
  return page.viewport(1440, 900);
});

test('User Details shows everything about a user', async () => {
  const { address, back } = await showUsers('/users');
  await page.getByRole('link', { name: 'Émile Gagnon' }).click();
  await expect.element(dialog.getByRole('heading', { name: 'User Details' })).toBeVisible();
  await expect.element(dialog.getByText('Émile Gagnon · Brûlerie Saint-Denis')).toBeVisible();
  expect(address()).toBe(`/users?user=${people.guest.id}`);
  const moment = (text: string) =>
    new Intl.DateTimeFormat('en-US', {
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }).format(Date.parse(text));
  expect(facts()).toEqual([
    ['Email', 'guest@brulerie.example'],
    ['Status', 'Pending'],
    ['Full Name', 'Émile Gagnon'],
    ['Groups', 'Guests'],
    ['Customer NetSuite ID', '1201'],
    ['Parent Customer', 'Brûlerie Saint-Denis'],
    ['Created At', moment(people.guest.createdAt)],
    ['Updated At', moment(people.guest.updatedAt)],
    ['Expires At', 'Dec 31, 2026, 10:30 AM'],
    ['User ID', people.guest.id],
    ['Parent ID', people.chef.id],
  ]);
  expect(dialog.getByRole('textbox').elements()).toHaveLength(0);
  back();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('User Details shows an unconfirmed new email', async () => {
  await showUsers(`/users?user=${people.chef.id}`, {
    users: [{ ...people.chef, pendingEmail: 'new@brulerie.example' }],
  });
  await expect.element(dialog).toBeVisible();
  expect(facts().slice(0, 2)).toEqual([
    ['Email', 'zoe@brulerie.example'],
    ['New Email', 'new@brulerie.example · not confirmed yet'],
  ]);
});

test('User Details shows a user with few fields', async () => {
  const { fullName: _, ...nameless } = people.ada;
  await showUsers(`/users?user=${people.ada.id}`, { users: [nameless] });
  await expect.element(dialog.getByText('ada@portal.example').first()).toBeVisible();
  expect(facts().filter(([label]) => label !== 'Created At' && label !== 'Updated At')).toEqual([
    ['Email', 'ada@portal.example'],
    ['Status', 'Active'],
    ['Full Name', '—'],
    ['Groups', 'Administration'],
    ['Customer NetSuite ID', '—'],
    ['Parent Customer', 'N/A'],
    ['Expires At', '—'],
    ['User ID', people.ada.id],
  ]);
});

test('User Details shows no customer of a parent that the user cannot see', async () => {
  await showUsers(`/users?user=${people.guest.id}`, { users: [people.guest] });
  await expect.element(dialog).toBeVisible();
  expect(facts()).toContainEqual(['Parent Customer', 'N/A']);
  expect(facts()).toContainEqual(['Parent ID', people.chef.id]);
});

const guests = groups[3] ?? { id: '' };
const groupKey = `PUT /groups/${guests.id}`;
const saveGroup = dialog.getByRole('button', { name: 'Save Changes' });

test('Edit Group changes name and description and refetches both lists', async () => {
  const { asked, sent, address } = await showUsers('/users?tab=groups', {
    answers: { [groupKey]: () => ({ body: {} }) },
  });
  await chooseAction('Guests', 'Edit');
  await expect.element(dialog.getByRole('heading', { name: 'Edit Group' })).toBeVisible();
  expect(address()).toBe(`/users?tab=groups&group=${guests.id}`);
  await expect.element(field('Name')).toHaveValue('Guests');
  await expect.element(field('Description')).toHaveValue('Sees what is assigned');
  await field('Name').fill('Visitors');
  await field('Description').fill('');
  const before = { users: asked('GET /users'), groups: asked('GET /groups') };
  await saveGroup.click();
  await expect.element(page.getByText('Group updated successfully')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(groupKey)).toEqual({ name: 'Visitors', description: '', version: 1 });
  await expect.poll(() => asked('GET /groups')).toBe(before.groups + 1);
  await expect.poll(() => asked('GET /users')).toBe(before.users + 1);
  expect(address()).toBe('/users?tab=groups');
});

test("Edit Group saves without validation and shows the server's errors", async () => {
  let message = 'The name is required.';
  await showUsers(`/users?tab=groups&group=${guests.id}`, {
    answers: { [groupKey]: () => refuse(400, message, [{ path: 'name', message: 'The name is required.' }])() },
  });
  await field('Name').fill('');
  await expect.element(saveGroup).toBeEnabled();
  await saveGroup.click();
  await expect.element(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible();
  await expect.element(field('Name')).toHaveAccessibleDescription(message);
  await expect.element(field('Name')).toHaveFocus();
  message = '';
  await saveGroup.click();
  await expect.element(page.getByText('Failed to update group')).toBeVisible();
});

test('Edit Group keeps the name of a group whose label is unchanged', async () => {
  const named = [
    { id: guests.id, name: 'customer_guest', description: '', type: 'customer_guest' as const, version: 4 },
  ];
  const { sent } = await showUsers(`/users?tab=groups&group=${guests.id}`, {
    groups: named,
    answers: { [groupKey]: () => ({ body: {} }) },
  });
  await expect.element(field('Name')).toHaveValue('Customer guest');
  await field('Description').fill('They look');
  await saveGroup.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(groupKey)).toEqual({ name: 'customer_guest', description: 'They look', version: 4 });
});

test('Edit Group keeps the input when someone else has changed the group', async () => {
  const message = 'This group was changed in the meantime. Check the current values and save again.';
  const stored = { ...groups[3] };
  const { sent } = await showUsers(`/users?tab=groups&group=${guests.id}`, {
    answers: {
      'GET /groups': () => ({ body: [...groups.slice(0, 3), stored] }),
      [groupKey]: ({ body }) => {
        if (stored.version === 1) Object.assign(stored, { name: 'Visitors', description: 'They look', version: 2 });
        const isCurrent = (body as { version: number }).version === stored.version;
        return isCurrent ? { body: {} } : refuse(409, message, [{ path: 'version', message }])();
      },
    },
  });
  await field('Name').fill('Friends');
  await saveGroup.click();
  await expect.element(dialog.getByText('Someone else changed this group while you were editing.')).toBeVisible();
  await expect.element(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^This group was changed in the meantime/)).toBeVisible();
  await expect.element(field('Name')).toHaveValue('Friends');
  await expect.element(field('Name')).toHaveAccessibleDescription('Currently saved: Visitors');
  await expect.element(field('Description')).toHaveValue('They look');
  await saveGroup.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(groupKey)).toEqual({ name: 'Friends', description: 'They look', version: 2 });
});

test('Edit Group shows on its button that it is saving', async () => {
  let answer: () => void = () => undefined;
  await showUsers(`/users?tab=groups&group=${guests.id}`, {
    answers: { [groupKey]: () => new Promise((resolve) => (answer = () => resolve({ body: {} }))) },
  });
  await saveGroup.click();
  await expect.element(dialog.getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true');
  answer();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('Edit Group explains to a customer_admin that only its company sees the names', async () => {
  await showUsers(`/users?tab=groups&group=${guests.id}`, { role: 'customer_admin' });
  await expect
    .element(dialog.getByText('Only the people of your own company see this name and description.'))
    .toBeVisible();
});

test('removes an unknown group from the URL', async () => {
  const { address } = await showUsers(`/users?tab=groups&group=${uuid(77)}`);
  await expect.element(page.getByText('Group not found')).toBeVisible();
  await expect.poll(address).toBe('/users?tab=groups');
});

const passwordKey = `PUT /users/${people.chef.id}/passeord`;
const reset = dialog.getByRole('button', { name: 'Reset', exact: true });

test('Reset password reports missing input and requires two equal passwords of 8 characters', async () => {
  await showUsers('/users');
  await chooseAction('Zoé Tremblay', 'Reset password');
  await expect.element(dialog.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await expect.element(field('New Password')).toHaveFocus();
  await expect.element(reset).toBeDisabled();
  expect(dialog.getByText('Password is required').elements()).toHaveLength(0);

  await userEvent.keyboard('{Tab}');
  await expect.element(dialog.getByText('Password is required')).toBeVisible();
  await field('New Password').fill('seven 7');
  await expect.element(dialog.getByText('Password must be at least 8 characters long')).toBeVisible();
  (field('Confirm Password').element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(dialog.getByText('Please confirm your password')).toBeVisible();
  await field('Confirm Password').fill('seven 7');
  await expect.element(reset).toBeDisabled();
  await field('New Password').fill('eight 88');
  await expect.element(dialog.getByText('Passwords do not match')).toBeVisible();
  await expect.element(reset).toBeDisabled();
  await field('Confirm Password').fill('eight 88');
  await expect.element(dialog.getByText('Passwords do not match')).not.toBeInTheDocument();
  await expect.element(reset).toBeEnabled();
});

test('Reset password sets the password and stores nothing of it', async () => {
  const { sent, address } = await showUsers(`/users?password=${people.chef.id}`, {
    answers: { [passwordKey]: () => ({ body: { message: 'done' } }) },
  });
  await field('New Password').fill('eight 88');
  await field('Confirm Password').fill('eight 88');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('eight 88');
  await reset.click();
  await expect.element(page.getByText('Password reset successfully')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(passwordKey)).toEqual({ password: 'eight 88' });
  expect(address()).toBe('/users');

  await chooseAction('Zoé Tremblay', 'Reset password');
  await expect.element(field('New Password')).toHaveValue('');
});

test("Reset password shows the server's error in a toast and at its field", async () => {
  const message = 'This password is too common.';
  await showUsers(`/users?password=${people.chef.id}`, {
    answers: { [passwordKey]: refuse(400, message, [{ path: 'password', message: 'is too common' }]) },
  });
  await field('New Password').fill('password');
  await field('Confirm Password').fill('password');
  await reset.click();
  await expect.element(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(dialog.getByText('is too common', { exact: true })).toBeVisible();
  await expect.element(field('New Password')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('New Password')).toHaveFocus();
});

test('Reset password says that something went wrong when the server gives no reason', async () => {
  await showUsers(`/users?password=${people.chef.id}`, { answers: { [passwordKey]: refuse(500, '') } });
  await field('New Password').fill('eight 88');
  await field('Confirm Password').fill('eight 88');
  await reset.click();
  const toast = page.getByRole('listitem').filter({ hasText: 'Error' });
  await expect.element(toast.getByText(/^Something went wrong on the server\./)).toBeVisible();
});

test('Reset password asks before discarding input', async () => {
  await showUsers(`/users?password=${people.chef.id}`);
  await field('New Password').fill('eight 88');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
