import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keepDraft, readDraft } from '#lib/drafts.ts';
import { chooseAction, dialog, people, refuse, showUsers, uuid } from '#testing/users-page.tsx';

const save = dialog.getByRole('button', { name: 'Save Changes' });
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const keyOf = (id: string) => `PUT /users/${id}`;
const accepted = (id: string) => ({ [keyOf(id)]: () => ({ body: {} }) });

/** Opens a picker and selects an option by its label. */
async function pick(label: string, option: string) {
  await field(label).click();
  await page.getByRole('option', { name: new RegExp(option) }).click();
}

beforeEach(() => {
  sessionStorage.clear();
  return page.viewport(1440, 900);
});

test("opens with the user's values from the menu and from a link, and closes with Back", async () => {
  const { address, back } = await showUsers('/users');
  await chooseAction('Émile Gagnon', 'Edit');
  await expect.element(dialog.getByRole('heading', { name: 'Edit User' })).toBeVisible();
  expect(address()).toBe(`/users?edit=${people.guest.id}`);
  const labels = [...dialog.element().querySelectorAll('label')].map((label) => label.textContent);
  expect(labels).toEqual(['Email', 'Group', 'Customer (NetSuite ID)', 'Access ends', 'Parent', 'Full Name']);
  await expect.element(field('Email')).toHaveValue('guest@brulerie.example');
  await expect.element(field('Email')).toHaveAttribute('type', 'email');
  await expect.element(field('Group')).toHaveDisplayValue('Guests');
  await expect.element(field('Customer (NetSuite ID)')).toHaveTextContent('Brûlerie Saint-Denis');
  await expect.element(field('Parent')).toMatchTextContent(/Zoé Tremblay/);
  await expect.element(field('Access ends')).toHaveValue('2026-12-31');
  await expect.element(field('Full Name')).toHaveValue('Émile Gagnon');
  back();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe('/users');
});

test('sends all fields and the version, but omits an unchanged end of access', async () => {
  const { sent, asked, address } = await showUsers(`/users?edit=${people.guest.id}`, {
    answers: accepted(people.guest.id),
  });
  await field('Full Name').fill('Émile G.');
  const before = asked('GET /users');
  await save.click();
  await expect.element(page.getByText('User updated successfully')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe('/users');
  expect(sent(keyOf(people.guest.id))).toEqual({
    email: 'guest@brulerie.example',
    groupId: uuid(905),
    parentId: uuid(2),
    customerNetsuiteId: '1201',
    fullName: 'Émile G.',
    version: 1,
  });
  await expect.poll(() => asked('GET /users')).toBe(before + 1);
});

test('sends a new end date as the end of that day, and empty text for no end, parent or customer', async () => {
  const { sent, asked } = await showUsers(`/users?edit=${people.guest.id}`, { answers: accepted(people.guest.id) });
  await field('Access ends').fill('2027-01-31');
  await pick('Customer (NetSuite ID)', 'Café Olimpico');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const key = keyOf(people.guest.id);
  expect(sent(key)).toMatchObject({ expiresAt: '2027-01-31T23:59:59.999Z', customerNetsuiteId: '1202' });

  await chooseAction('Émile Gagnon', 'Edit');
  await field('Access ends').fill('');
  await pick('Customer (NetSuite ID)', 'Brûlerie Saint-Denis');
  await pick('Parent', 'Zoé Tremblay');
  await expect.element(save).toBeEnabled();
  await save.click();
  await expect.poll(() => asked(key)).toBe(2);
  expect(sent(key)).toMatchObject({ expiresAt: '', customerNetsuiteId: '', parentId: '' });
});

test('offers every user but the edited one as its parent', async () => {
  await showUsers(`/users?edit=${people.chef.id}`);
  await field('Parent').click();
  const names = () => [...document.querySelectorAll('[cmdk-item]')].map((item) => item.textContent);
  await expect
    .poll(names)
    .toEqual([
      expect.stringContaining('Ada Byron'),
      expect.stringContaining('Émile Gagnon'),
      expect.stringContaining('Linus Member'),
    ]);
});

test('clears the customer and hides customer and guest fields for a group without customers', async () => {
  const { sent } = await showUsers(`/users?edit=${people.guest.id}`, { answers: accepted(people.guest.id) });
  await field('Group').selectOptions('Staff');
  await expect.element(field('Customer (NetSuite ID)')).not.toBeInTheDocument();
  await expect.element(field('Access ends')).not.toBeInTheDocument();
  await field('Group').selectOptions('Acheteurs, chefs');
  await expect.element(field('Customer (NetSuite ID)')).toHaveTextContent('Select a customer...');
  await expect.element(field('Access ends')).not.toBeInTheDocument();
  await field('Group').selectOptions('Administration');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(keyOf(people.guest.id))).toEqual({
    email: 'guest@brulerie.example',
    groupId: uuid(901),
    parentId: uuid(2),
    customerNetsuiteId: '',
    fullName: 'Émile Gagnon',
    version: 1,
  });
});

test('keeps the link of a linked member when it is opened and saved', async () => {
  const { sent } = await showUsers(`/users?edit=${people.linked.id}`, { answers: accepted(people.linked.id) });
  await expect.element(field('Group')).toHaveDisplayValue('Staff');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(keyOf(people.linked.id))).toMatchObject({ customerNetsuiteId: '1201', parentId: '' });
});

test.each(['Email', 'Full Name'])('disables Save without %s', async (label) => {
  await showUsers(`/users?edit=${people.chef.id}`);
  await expect.element(save).toBeEnabled();
  await field(label).fill(' ');
  await expect.element(save).toBeDisabled();
});

test('disables Save without a group', async () => {
  await showUsers(`/users?edit=${people.chef.id}`, { users: [{ ...people.chef, groups: ['Gone'] }] });
  await expect.element(field('Group')).toHaveDisplayValue('Select a group...');
  await expect.element(save).toBeDisabled();
  await field('Group').selectOptions('Staff');
  await expect.element(save).toBeEnabled();
});

test('reports an invalid email before sending', async () => {
  const { asked } = await showUsers(`/users?edit=${people.chef.id}`);
  await field('Email').fill('zoe@');
  await save.click();
  await expect.element(dialog.getByText('Enter an email address, such as name@company.com')).toBeVisible();
  await expect.element(field('Email')).toHaveFocus();
  expect(asked(keyOf(people.chef.id))).toBe(0);
});

test('does not treat a partly deleted date as no end of access', async () => {
  const { asked } = await showUsers(`/users?edit=${people.guest.id}`, { answers: accepted(people.guest.id) });
  const end = field('Access ends');
  await expect.element(end).toHaveValue('2026-12-31');
  (end.element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  await save.click();
  await expect.element(end).toHaveAccessibleDescription(/^Enter the whole date, or none/);
  await expect.element(end).toHaveFocus();
  expect(asked(keyOf(people.guest.id))).toBe(0);
});

test('shows that it is saving and cannot save twice', async () => {
  let answer: () => void = () => undefined;
  const key = keyOf(people.chef.id);
  const { asked } = await showUsers(`/users?edit=${people.chef.id}`, {
    answers: { [key]: () => new Promise((resolve) => (answer = () => resolve({ body: {} }))) },
  });
  await save.click();
  const saving = dialog.getByRole('button', { name: 'Saving...' });
  await expect.element(saving).toHaveAttribute('aria-disabled', 'true');
  await expect.element(saving).toHaveAttribute('aria-busy', 'true');
  (saving.element() as HTMLElement).click();
  (field('Full Name').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  answer();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked(key)).toBe(1);
});

test('shows an error in a toast and at its field, and keeps the input', async () => {
  const message = 'There is no such customer.';
  await showUsers(`/users?edit=${people.chef.id}`, {
    answers: { [keyOf(people.chef.id)]: refuse(400, message, [{ path: 'customerNetsuiteId', message }]) },
  });
  await field('Full Name').fill('Zoé T.');
  await save.click();
  await expect.element(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(message)).toBeVisible();
  await expect.element(field('Customer (NetSuite ID)')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Customer (NetSuite ID)')).toHaveFocus();
  await expect.element(field('Full Name')).toHaveValue('Zoé T.');
  await expect.element(save).toBeEnabled();
});

const overtakenBy = (changes: object) => {
  const message = 'This user was changed in the meantime. Check the current values and save again.';
  const stored = { ...people.chef, version: 1 };
  return {
    'GET /users': () => ({ body: { data: [people.ada, stored] } }),
    [keyOf(people.chef.id)]: ({ body }: { body: unknown }) => {
      const { version } = body as { version: number };
      if (stored.version === 1) Object.assign(stored, changes, { version: 2 });
      return version === stored.version ? { body: {} } : refuse(409, message, [{ path: 'version', message }])();
    },
  };
};
const notice = () => dialog.getByText('Someone else changed this user while you were editing.');

test('keeps both the input and the other change when someone else has changed the user', async () => {
  const { sent } = await showUsers(`/users?edit=${people.chef.id}`, {
    answers: overtakenBy({ fullName: 'Zoé Roy', email: 'roy@brulerie.example', customerNetsuiteId: '1202' }),
  });
  await field('Full Name').fill('Zoé T.');
  await save.click();
  await expect.element(notice()).toBeVisible();
  await expect.element(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^This user was changed in the meantime/)).toBeVisible();
  await expect.element(field('Full Name')).toHaveValue('Zoé T.');
  await expect.element(field('Full Name')).toHaveAccessibleDescription('Currently saved: Zoé Roy');
  await expect.element(field('Email')).toHaveValue('roy@brulerie.example');
  await expect.element(field('Customer (NetSuite ID)')).toHaveTextContent('Café Olimpico');

  await save.click();
  await expect.element(page.getByText('User updated successfully')).toBeVisible();
  expect(sent(keyOf(people.chef.id))).toMatchObject({
    fullName: 'Zoé T.',
    email: 'roy@brulerie.example',
    customerNetsuiteId: '1202',
    version: 2,
  });
});

test('can replace the input with what someone else has saved', async () => {
  await showUsers(`/users?edit=${people.chef.id}`, { answers: overtakenBy({ fullName: 'Zoé Roy' }) });
  await field('Full Name').fill('Zoé T.');
  await save.click();
  await dialog.getByRole('button', { name: 'Load current values' }).click();
  await expect.element(notice()).not.toBeInTheDocument();
  await expect.element(field('Full Name')).toHaveValue('Zoé Roy');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('does not change the base of an edit when the list is refetched', async () => {
  const stored = { ...people.chef };
  const { queryClient, sent, asked } = await showUsers(`/users?edit=${people.chef.id}`, {
    answers: { 'GET /users': () => ({ body: { data: [stored] } }), ...accepted(people.chef.id) },
  });
  await field('Full Name').fill('Zoé T.');
  Object.assign(stored, { email: 'roy@brulerie.example', version: 2 });
  const before = asked('GET /users');
  await queryClient.invalidateQueries({ queryKey: ['users'] });
  expect(asked('GET /users')).toBe(before + 1);
  await save.click();
  await expect.poll(() => sent(keyOf(people.chef.id))).toMatchObject({ email: 'zoe@brulerie.example', version: 1 });
});

test('shows an unconfirmed email and can cancel it', async () => {
  const users = [{ ...people.chef, pendingEmail: 'new@brulerie.example' }];
  const { sent } = await showUsers(`/users?edit=${people.chef.id}`, { users, answers: accepted(people.chef.id) });
  await expect.element(field('Email')).toHaveValue('zoe@brulerie.example');
  await expect.element(field('Email')).toHaveAccessibleDescription('Waiting for new@brulerie.example to be confirmed.');
  await field('Email').fill('other@brulerie.example');
  await expect.element(field('Email')).toHaveAccessibleDescription(/once the person has confirmed it/);
  await field('Email').fill('zoe@brulerie.example');
  await dialog.getByRole('button', { name: 'Drop new address' }).click();
  await expect.element(field('Email')).not.toHaveAccessibleDescription();
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(keyOf(people.chef.id))).toMatchObject({ email: 'zoe@brulerie.example', pendingEmail: '' });
});

test('shows the fallback text for a failure without a reason', async () => {
  await showUsers(`/users?edit=${people.chef.id}`, { answers: { [keyOf(people.chef.id)]: refuse(409, '') } });
  await save.click();
  await expect.element(page.getByText('Failed to update user')).toBeVisible();
  await expect.element(dialog).toBeVisible();
});

test('asks before discarding unsaved input', async () => {
  await showUsers(`/users?edit=${people.chef.id}`);
  await field('Full Name').fill('Zoé T.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(field('Full Name')).toHaveValue('Zoé T.');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await chooseAction('Zoé Tremblay', 'Edit');
  await expect.element(field('Full Name')).toHaveValue('Zoé Tremblay');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('restores the input after the session expires and discards it with the dialog', async () => {
  const form = `edit-user:${people.chef.id}`;
  keepDraft(uuid(1), form, { fullName: 'Zoé half-typed' });
  const { back } = await showUsers('/users');
  await chooseAction('Zoé Tremblay', 'Edit');
  await expect.element(field('Full Name')).toHaveValue('Zoé half-typed');
  await expect.element(field('Email')).toHaveValue('zoe@brulerie.example');
  await field('Email').fill('z@brulerie.example');
  expect(readDraft(uuid(1), form)).toMatchObject({ fullName: 'Zoé half-typed', email: 'z@brulerie.example' });
  back();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(readDraft(uuid(1), form)).toBeUndefined();
});

test('a restored draft keeps the version it was based on, so that it does not overwrite a later change', async () => {
  const stored = { ...people.chef };
  const { queryClient } = await showUsers('/users', {
    answers: {
      'GET /users': () => ({ body: { data: [people.ada, stored] } }),
      [keyOf(people.chef.id)]: ({ body }) =>
        (body as { version: number }).version === stored.version
          ? { body: {} }
          : refuse(409, 'Changed', [{ path: 'version', message: 'Changed' }])(),
    },
  });
  await chooseAction('Zoé Tremblay', 'Edit');
  await field('Full Name').fill('Zoé T.');
  const drafts = sessionStorage.getItem('drafts') ?? '';
  await userEvent.keyboard('{Escape}');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  // As after signing in again, while someone else has saved another name.
  sessionStorage.setItem('drafts', drafts);
  Object.assign(stored, { fullName: 'Zoé Roy', version: 2 });
  await queryClient.invalidateQueries({ queryKey: ['users'] });
  await chooseAction('Zoé Roy', 'Edit');
  await expect.element(field('Full Name')).toHaveValue('Zoé T.');
  await save.click();
  await expect.element(notice()).toBeVisible();
  await expect.element(field('Full Name')).toHaveAccessibleDescription('Currently saved: Zoé Roy');
});

test('removes an unknown user from the URL with a message', async () => {
  const { address } = await showUsers(`/users?edit=${uuid(77)}`);
  await expect.element(page.getByText('User not found')).toBeVisible();
  await expect.poll(address).toBe('/users');
  await expect.element(page.getByText('1–4 of 4')).toBeVisible();
  expect(dialog.elements()).toHaveLength(0);
});
