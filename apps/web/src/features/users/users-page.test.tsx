import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseAction, groups, people, refuse, showUsers, uuid } from '#testing/users-page.tsx';

const count = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const header = (name: string) => page.getByRole('columnheader', { name });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const texts = (locator: ReturnType<typeof row>) => locator.elements().map((element) => element.textContent);
const users = (length: number) => Array.from({ length }, (_, index) => ({ ...people.chef, id: uuid(100 + index) }));

beforeEach(() => page.viewport(1440, 900));

test('shows the users tab first with its columns, status labels and default sort', async () => {
  const { address } = await showUsers('/users');
  await count('1–4 of 4');
  await expect.element(page.getByRole('tab', { name: /^Users \d+$/ })).toHaveAttribute('aria-selected', 'true');
  expect(texts(page.getByRole('columnheader'))).toEqual([
    'Full Name',
    'Email',
    'Status',
    'Groups',
    'Customer',
    'Created At',
    'Actions',
  ]);
  const cells = (name: string) => texts(row(name).getByRole('cell')).slice(1, 6);
  expect(cells('Ada Byron')).toEqual(['ada@portal.example', 'Active', 'Administration', '—', 'May 6, 2026']);
  expect(cells('Émile Gagnon')).toEqual([
    'guest@brulerie.example',
    'Pending',
    'Guests',
    'Brûlerie Saint-Denis',
    'May 6, 2026',
  ]);
  expect(cells('Linus Member')[1]).toBe('Unknown');
  expect(texts(page.getByRole('row').getByRole('link'))).toEqual([
    'Ada Byron',
    'Émile Gagnon',
    'Linus Member',
    'Zoé Tremblay',
  ]);
  expect(address()).toBe('/users');

  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Updated At', 'Expires At', 'Parent']) await page.getByRole('checkbox', { name }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(row('Émile Gagnon').getByRole('cell', { name: 'Dec 31, 2026' })).toBeVisible();
  await expect.element(row('Émile Gagnon').getByRole('cell', { name: 'Zoé Tremblay' })).toBeVisible();
});

const inDialog = page.getByRole('dialog');
test.each([
  ['the list', '/users', row('Zoé Tremblay').getByRole('cell', { name: 'Customer member' })],
  ['the groups', '/users?tab=groups', page.getByRole('cell', { name: 'Customer member' }).first()],
  ['User Details', `/users?user=${people.chef.id}`, inDialog.getByText('Customer member', { exact: true })],
  [
    'the picker of Edit User',
    `/users?edit=${people.chef.id}`,
    inDialog.getByRole('option', { name: 'Customer member' }),
  ],
  ['the picker of Invite User', '/users?invite=1', inDialog.getByRole('option', { name: 'Customer member' })],
  ['the picker of Invite people', '/users?inviteMany=1', inDialog.getByRole('option', { name: 'Customer member' })],
])('%s says "Customer member", never customer_member', async (_, address, place) => {
  const type = 'customer_member';
  const member = { ...people.chef, groups: [type], groupId: uuid(904) };
  const group = { id: uuid(904), type, name: type, description: '', version: 1 } as const;
  await showUsers(address, { users: [member], groups: [group] });
  await expect.element(place).toBeInTheDocument();
  expect(document.body.textContent).not.toContain(type);
});

test('shows empty states without users and without matches', async () => {
  await showUsers('/users', { users: [] });
  await expect.element(page.getByText('No users found.', { exact: true })).toBeVisible();
  await count('0 of 0');
});

test('shows an empty state without groups', async () => {
  await showUsers('/users?tab=groups', { groups: [] });
  await expect.element(page.getByText('No groups found.', { exact: true })).toBeVisible();
});

test('searches, filters and paginates without another request', async () => {
  const { asked, address } = await showUsers('/users', { users: [...Object.values(people), ...users(30)] });
  await count('1–10 of 34');
  const before = asked('GET /users');
  await page.getByRole('button', { name: 'Page 4' }).click();
  await count('31–34 of 34');
  await page.getByLabelText('Rows per page').click();
  expect(texts(page.getByRole('option'))).toEqual(['10', '20', '50', '100']);
  await page.getByRole('option', { name: '100' }).click();
  await count('1–34 of 34');

  await page.getByRole('searchbox', { name: 'Search users...' }).fill('emile');
  await count('1–1 of 1');
  await expect.element(row('Émile Gagnon')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('checkbox', { name: 'Pending' }).click();
  await count('1–1 of 1');
  // A group's name may contain a comma, so the URL identifies a group by type.
  await page.getByRole('checkbox', { name: 'Pending' }).click();
  await page.getByRole('checkbox', { name: 'Acheteurs, chefs' }).click();
  await count('1–31 of 31');
  expect(address()).toBe('/users?limit=100&groups=customer_admin');
  await expect.element(page.getByRole('button', { name: 'Remove filter Group Acheteurs, chefs' })).toBeInTheDocument();
  expect(asked('GET /users')).toBe(before);
});

test('applies the filters of a link even before the groups are loaded', async () => {
  await showUsers('/users?groups=customer_guest');
  await count('1–1 of 1');
  await expect.element(row('Émile Gagnon')).toBeVisible();
});

test('sorts by every column', async () => {
  await showUsers('/users');
  for (const name of ['Email', 'Status', 'Groups', 'Customer', 'Created At']) {
    await header(name).getByRole('button').click();
    await expect.element(header(name)).toHaveAttribute('aria-sort', 'ascending');
  }
});

test('keeps separate state per tab, and Back returns to the other tab', async () => {
  const { address, back } = await showUsers('/users', { users: users(30) });
  await count('1–10 of 30');
  await page.getByRole('searchbox').fill('zoe');
  await expect.poll(address).toBe('/users?search=zoe');
  await page.getByRole('tab', { name: 'Groups 4' }).click();
  await count('1–4 of 4');
  expect(address()).toBe('/users?tab=groups');
  expect(texts(page.getByRole('columnheader'))).toEqual(['Name', 'Description', 'Type', 'Actions']);
  expect(texts(row('Guests').getByRole('cell')).slice(1, 3)).toEqual(['Sees what is assigned', 'Customer guest']);
  await header('Type').getByRole('button').click();
  await expect.poll(address).toBe('/users?tab=groups&sort=type');

  await page.getByRole('tab', { name: /^Users \d+$/ }).click();
  await expect.poll(address).toBe('/users?search=zoe');
  await expect.element(page.getByRole('searchbox', { name: 'Search users...' })).toHaveValue('zoe');
  back();
  await expect.poll(address).toBe('/users?tab=groups&sort=type');
  await expect.element(header('Type')).toHaveAttribute('aria-sort', 'ascending');
});

test('does not apply debounced search input to the other tab', async () => {
  const { address } = await showUsers('/users');
  await count('1–4 of 4');
  await page.getByRole('searchbox').fill('ada');
  await page.getByRole('tab', { name: 'Groups 4' }).click();
  await expect.element(header('Type')).toBeVisible();
  await header('Name').getByRole('button').click();
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'descending');
  expect(address()).toBe('/users?tab=groups&sort=-name');
});

test("shows exactly five entries in a user's menu and explains disabled ones", async () => {
  await showUsers('/users');
  await page.getByRole('button', { name: 'Actions for Ada Byron' }).click();
  const expected = ['View Detail', 'Edit', 'Resend', 'Reset password', 'Delete'];
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  for (const name of expected) await expect.element(item(name)).toBeVisible();
  expect(page.getByRole('menuitem').elements()).toHaveLength(expected.length);
  const resend = item('Resend');
  await expect.element(resend).toHaveAttribute('aria-disabled', 'true');
  await expect.element(resend).toHaveAccessibleDescription('Only a pending user has an invitation to resend');
  await expect.element(page.getByText('Only a pending user has an invitation to resend')).toBeVisible();
  // The current user.
  const remove = item('Delete');
  await expect.element(remove).toHaveAccessibleDescription('You cannot delete yourself');
  // A disabled entry is focusable, so that its reason can be read, and Enter does nothing.
  await userEvent.keyboard('{End}');
  await expect.element(remove).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(remove).toBeVisible();
  expect(page.getByRole('alertdialog').elements()).toEqual([]);
  const password = item('Reset password');
  expect(password.element().hasAttribute('aria-disabled')).toBe(false);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Actions for Émile Gagnon' }).click();
  expect(resend.element().hasAttribute('aria-disabled')).toBe(false);
  expect(remove.element().hasAttribute('aria-disabled')).toBe(false);
  await expect.element(password).toHaveAccessibleDescription('A pending user chooses a password with the invitation');
});

test('disables changes for a customer_admin without a customer and says why', async () => {
  await showUsers('/users', { role: 'customer_admin' });
  await page.getByRole('button', { name: 'Actions for Zoé Tremblay' }).click();
  for (const name of ['Edit', 'Reset password', 'Delete']) {
    const item = page.getByRole('menuitem', { name, exact: true });
    await expect.element(item).toHaveAttribute('aria-disabled', 'true');
    await expect.element(item).toHaveAccessibleDescription('Your account is not linked to a customer');
  }
});

test('shows a group without a custom name by its type', async () => {
  const named = groups.map((group) => ({ ...group, name: group.type }));
  const users = [{ ...people.chef, groups: ['customer_admin'] }];
  await showUsers('/users', { groups: named, users });
  await expect.element(page.getByRole('cell', { name: 'Customer administrator' })).toBeVisible();
  await page.getByRole('tab', { name: /^Groups/ }).click();
  for (const name of ['Administrator', 'Member', 'Customer administrator', 'Customer guest']) {
    await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible();
  }
  expect(document.body.textContent).not.toContain('customer_');
});

test.each([390, 1440])("shows only Edit in a group's menu, %d px wide", async (width) => {
  await page.viewport(width, 900);
  await showUsers('/users?tab=groups');
  await page.getByRole('button', { name: 'Actions for Staff' }).click();
  expect(texts(page.getByRole('menuitem'))).toEqual(['Edit']);
});

test('resends the invitation with Resend', async () => {
  const key = `PUT /customer-invitations/${people.guest.id}/invitation`;
  const { asked } = await showUsers('/users', { answers: { [key]: () => ({ body: { message: 'sent' } }) } });
  await count('1–4 of 4');
  const before = asked('GET /users');
  await chooseAction('Émile Gagnon', 'Resend');
  await expect.element(page.getByText('Invitation resent successfully')).toBeVisible();
  expect(asked(key)).toBe(1);
  await expect.poll(() => asked('GET /users')).toBe(before + 1);
});

test('shows the reason when Resend fails, or the fallback', async () => {
  const key = `PUT /customer-invitations/${people.guest.id}/invitation`;
  let message = 'Too many invitations. Try again in an hour.';
  await showUsers('/users', { answers: { [key]: () => refuse(429, message)() } });
  await chooseAction('Émile Gagnon', 'Resend');
  await expect.element(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible();
  await expect.element(page.getByText(message)).toBeVisible();
  message = '';
  await chooseAction('Émile Gagnon', 'Resend');
  await expect.element(page.getByText('Failed to resend invitation')).toBeVisible();
});

test.each([
  ['offline', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a response that is not JSON', () => ({ status: 502, text: '<h1>Bad Gateway</h1>' })],
])('shows exactly the fallback text for a failed Resend: %s', async (_, answer) => {
  const key = `PUT /customer-invitations/${people.guest.id}/invitation`;
  await showUsers('/users', { answers: { [key]: answer } });
  await chooseAction('Émile Gagnon', 'Resend');
  await expect.element(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText(/Failed to resend invitation/))
    .toMatchTextContent(/^Failed to resend invitation$/);
});

test('deletes after a confirmation that names the user, and refetches the list', async () => {
  const key = `DELETE /users/${people.guest.id}`;
  let here = Object.values(people) as (typeof people.ada)[];
  const { asked } = await showUsers('/users', {
    answers: {
      'GET /users': () => ({ body: { data: here } }),
      [key]: () => {
        here = here.filter(({ id }) => id !== people.guest.id);
        return { body: { message: 'deleted' } };
      },
    },
  });
  await chooseAction('Émile Gagnon', 'Delete');
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByRole('heading', { name: 'Delete Émile Gagnon?' })).toBeVisible();
  await expect.element(question).toMatchTextContent(/guest@brulerie\.example/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Actions for Émile Gagnon' })).toHaveFocus();
  expect(asked(key)).toBe(0);

  await chooseAction('Émile Gagnon', 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('User deleted successfully')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  await count('1–3 of 3');
});

test.each([
  ['This user has gone already.', 'This user has gone already.'],
  ['', 'Failed to delete user'],
])('reports a deletion rejected with "%s" and keeps the user', async (message, said) => {
  await showUsers('/users', { answers: { [`DELETE /users/${people.chef.id}`]: refuse(409, message) } });
  await chooseAction('Zoé Tremblay', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible();
  await expect.element(page.getByText(said)).toBeVisible();
  await count('1–4 of 4');
});

test('refetches all cached data with Refresh', async () => {
  const { asked, queryClient } = await showUsers('/users');
  await count('1–4 of 4');
  queryClient.setQueryData(['sales-orders', 'total'], 12);
  const before = { users: asked('GET /users'), groups: asked('GET /groups') };
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect.poll(() => asked('GET /users')).toBe(before.users + 1);
  expect(asked('GET /groups')).toBe(before.groups + 1);
  expect(queryClient.getQueryState(['sales-orders', 'total'])?.isInvalidated).toBe(true);
});

test('opens Invite User from the URL and Invite people from the menu', async () => {
  const { address } = await showUsers('/users');
  await page.getByRole('button', { name: 'Invite User' }).click();
  await expect.poll(address).toBe('/users?invite=1');
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/users');
  await page.getByRole('button', { name: 'More ways to invite' }).click();
  await page.getByRole('menuitem', { name: 'Invite people' }).click();
  await expect.poll(address).toBe('/users?inviteMany=1');
});

test('shows an error with Retry when users cannot be loaded', async () => {
  let broken = true;
  await showUsers('/users', {
    answers: {
      'GET /users': () => (broken ? refuse(403, 'This is not for you.')() : { body: { data: Object.values(people) } }),
    },
  });
  await expect.element(page.getByRole('alert').getByText('The users could not be loaded.')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await count('1–4 of 4');
});

test('shows users as cards with the same menu on a narrow screen, without horizontal scrolling', async () => {
  await page.viewport(390, 844);
  await showUsers('/users');
  await count('1–4 of 4');
  await chooseAction('Émile Gagnon', 'View Detail');
  await expect
    .element(
      page
        .getByRole('dialog', { name: 'User Details' })
        .getByText(/Émile Gagnon/)
        .first(),
    )
    .toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});
