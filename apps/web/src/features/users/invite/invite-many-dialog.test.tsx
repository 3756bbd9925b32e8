import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storeToken, storeUser } from '#lib/session.ts';
import { renderPage } from '#testing/render-page.tsx';
import { type Seen, serveApi } from '#testing/serve-api.ts';
import { InviteManyDialog } from './invite-many-dialog.tsx';
import { groups, people } from './testing/people.ts';

interface Wanted {
  preview: boolean;
  invitations: { email: string; fullName: string; groupId: string; customerNetsuiteId?: string; expiresAt?: string }[];
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeToken('a token');
  storeUser({ id: 'ada', email: 'ada@test.example', groups: ['admin'], createdAt: '2026-05-06T12:00:00Z' });
});

/** Answers like the server: rejects rows without a name and emails in use. */
function answer({ preview, invitations }: Wanted, inUse: readonly string[]) {
  const results = invitations.map(({ email, fullName }, row) => {
    const message =
      fullName === '' ? 'Full name is required' : inUse.includes(email) ? 'This email address is already in use.' : '';
    if (message !== '') return { row, email, outcome: 'refused', message };
    return { row, email, outcome: preview ? 'ready' : 'invited' };
  });
  return { body: { results } };
}

async function open(takenAtSending: readonly string[] = [], answered: Promise<void> = Promise.resolve()) {
  const inUse: string[] = ['used@x.com'];
  const seen = serveApi(
    people({
      list: async ({ body }: Seen) => {
        const wanted = body as Wanted;
        if (!wanted.preview) {
          inUse.push(...takenAtSending);
          await answered;
        }
        return answer(wanted, inUse);
      },
    }),
  );
  const onClose = vi.fn();
  await renderPage(<InviteManyDialog open onClose={onClose} />, '/users');
  await expect.element(page.getByRole('option', { name: 'Member', exact: true })).toBeInTheDocument();
  const calls = () => seen.filter(({ key }) => key.endsWith('/list')).map(({ body }) => body as Wanted);
  return {
    onClose,
    previews: () => calls().filter(({ preview }) => preview),
    sent: () => calls().filter(({ preview }) => !preview),
  };
}

const box = (name: string) => page.getByRole('dialog').getByLabelText(name, { exact: true });
const email = (number: number) => box(`Email of person ${number}`);
const send = (name: string | RegExp) => page.getByRole('button', { name });

async function paste(text: string) {
  await box('People').fill(text);
  await page.getByRole('button', { name: 'Add to the list' }).click();
}

test('checks each row of a pasted list, lets the user fix it in place, and sends it', async () => {
  const { onClose, previews, sent } = await open();
  await expect.element(page.getByRole('dialog', { name: 'Invite people' })).toBeVisible();
  await expect.element(send('Send Invitations')).toBeDisabled();
  await paste('Ada,ada@x.com\nBob,used@x.com\n,eve@x.com');
  await expect.element(page.getByText('3 people')).toBeVisible();
  await expect.element(page.getByText(/^Choose a group to check/)).toBeVisible();
  expect(previews()).toEqual([]);

  await box('Group').selectOptions(groups.member);
  await expect.element(email(2)).toHaveAccessibleDescription('This email address is already in use.');
  await expect.element(email(3)).toHaveAccessibleDescription('Full name is required');
  await expect.element(page.getByRole('status').getByText(/3 people · 1 ready · 2 to fix/)).toBeVisible();
  expect(previews()).toHaveLength(1);

  await page.getByRole('button', { name: 'Next error' }).click();
  await expect.element(email(2)).toHaveFocus();
  await page.getByRole('button', { name: 'Next error' }).click();
  await expect.element(box('Full name of person 3')).toHaveFocus();
  await userEvent.keyboard('Eve');
  await expect.element(page.getByText(/2 ready · 1 to fix/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove person 2' }).click();
  await send('Send 2 Invitations').click();
  await expect.element(page.getByText('2 invitations sent')).toBeVisible();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(sent().map(({ invitations }) => invitations)).toEqual([
    [
      { email: 'ada@x.com', fullName: 'Ada', groupId: groups.member },
      { email: 'eve@x.com', fullName: 'Eve', groupId: groups.member },
    ],
  ]);
});

test('keeps "B" of a pasted "broken, B" beside the misspelled email, to be fixed in place', async () => {
  await open();
  await paste('broken, B');
  await expect.element(box('Full name of person 1')).toHaveValue('broken B');
  await page.getByRole('button', { name: 'Add more' }).click();
  await paste('ada@x.com, Ada\nbroken, B');
  await expect.element(email(2)).toHaveValue('ada@x.com');
  await expect.element(email(3)).toHaveValue('broken');
  await expect.element(box('Full name of person 3')).toHaveValue('B');
});

test('keeps rejected rows of a mixed list, to be fixed and sent again', async () => {
  const { onClose, sent } = await open(['bob@x.com']);
  await box('Group').selectOptions(groups.member);
  await paste('Ada,ada@x.com\nBob,bob@x.com\n,eve@x.com');
  await send('Send 2 Invitations').click();
  await expect.element(page.getByText('1 invitation sent')).toBeVisible();
  await expect.element(page.getByText('1 invitation was not sent. It is still on the list.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Invited people' })).toHaveTextContent('1 invitedada@x.com');
  await expect.element(email(1)).toHaveValue('bob@x.com');
  await expect.element(email(1)).toHaveAccessibleDescription('This email address is already in use.');
  await expect.element(email(2)).toHaveAccessibleDescription('Full name is required');
  expect(onClose).not.toHaveBeenCalled();

  await email(1).fill('robert@x.com');
  await box('Full name of person 2').fill('Eve');
  await send('Send 2 Invitations').click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(sent().map(({ invitations }) => invitations.map(({ email }) => email))).toEqual([
    ['ada@x.com', 'bob@x.com'],
    ['robert@x.com', 'eve@x.com'],
  ]);
});

test('rows cannot be edited or removed while the list is sent', async () => {
  const answered = Promise.withResolvers<void>();
  const { onClose, sent } = await open([], answered.promise);
  await box('Group').selectOptions(groups.member);
  await paste('Ada,ada@x.com');
  await send('Send 1 Invitation').click();
  await expect.element(send('Sending...')).toBeVisible();
  for (const part of [email(1), box('Full name of person 1'), box('Group'), send('Remove person 1')]) {
    await expect.element(part).toBeDisabled();
  }
  answered.resolve();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(sent()).toHaveLength(1);
});

test('applies one group, customer and end date to all', async () => {
  const { previews } = await open();
  await paste('Ada,ada@x.com');
  await box('Group').selectOptions(groups.customer_guest);
  await box('Customer').click();
  await page.getByRole('option', { name: /^ACME/ }).click();
  await box('Access ends').fill('2031-12-31');
  await expect
    .poll(() => previews().at(-1)?.invitations)
    .toEqual([
      {
        email: 'ada@x.com',
        fullName: 'Ada',
        groupId: groups.customer_guest,
        customerNetsuiteId: '1',
        expiresAt: '2031-12-31T23:59:59.999Z',
      },
    ]);
});

test('does not treat a partly typed date as no end of access', async () => {
  const { sent } = await open();
  await paste('Ada,ada@x.com');
  await box('Group').selectOptions(groups.customer_guest);
  await box('Customer').click();
  await page.getByRole('option', { name: /^ACME/ }).click();
  (box('Access ends').element() as HTMLElement).focus();
  await userEvent.keyboard('12');
  await send('Send 1 Invitation').click();
  await expect.element(box('Access ends')).toHaveAccessibleDescription(/^Enter the whole date, or none/);
  await expect.element(box('Access ends')).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('sends the first 500 of a longer list first and says so', async () => {
  const { previews, sent } = await open();
  await box('Group').selectOptions(groups.member);
  await paste(Array.from({ length: 502 }, (_, index) => `P${index},p${index}@x.com`).join('\n'));
  await expect.element(page.getByText('502 people')).toBeVisible();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^At most 500 people .* the other 2 after them.$/);
  await send('Send 500 Invitations').click();
  await expect.element(page.getByText('500 invitations sent')).toBeVisible();
  await expect.element(email(2)).toHaveValue('p501@x.com');
  await expect.element(send('Send 2 Invitations')).toBeEnabled();
  expect(previews()[0]?.invitations).toHaveLength(500);
  expect(sent()).toHaveLength(1);
});

test('reads a file like a pasted list and rejects a binary file by name', async () => {
  await open();
  const input = page.getByRole('dialog').element().querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('there is no box for a file');
  const choose = (name: string, content: string) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], name));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose('people.xlsx', 'PK\0\0');
  await expect.element(box('People')).toHaveAccessibleDescription('people.xlsx is not a CSV or text file.');
  choose('people.csv', ' \n');
  await expect.element(box('People')).toHaveAccessibleDescription('There is nobody on this list.');
  choose('people.csv', 'email;full name\nada@x.com;Ada');
  await expect.element(email(1)).toHaveValue('ada@x.com');
  await expect.element(box('Full name of person 1')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Add more' }).click();
  await paste('Bob <bob@x.com>');
  await expect.element(email(2)).toHaveValue('bob@x.com');
});

test('keeps a list that could not be checked or sent and shows why', async () => {
  let broken = true;
  serveApi(
    people({
      list: ({ body }) => (broken ? { status: 503, body: { message: 'Too busy.' } } : answer(body as Wanted, [])),
    }),
  );
  await renderPage(<InviteManyDialog open onClose={() => undefined} />, '/users');
  await expect.element(page.getByRole('option', { name: 'Member', exact: true })).toBeInTheDocument();
  await box('Group').selectOptions(groups.member);
  await paste('Ada,ada@x.com');
  await expect.element(page.getByText('Too busy.')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(send('Send 1 Invitation')).toBeEnabled();
  broken = true;
  await send('Send 1 Invitation').click();
  await expect.element(page.getByRole('alert').getByText('Error')).toBeVisible();
  await expect.element(email(1)).toHaveValue('ada@x.com');
});

test('restores the list after the session expires', async () => {
  const list = {
    place: { groupId: groups.member, customerNetsuiteId: '', lastDay: '' },
    text: 'half a line',
    rows: [{ key: 1, email: 'ada@x.com', fullName: 'Ada' }],
    invited: ['bob@x.com'],
  };
  const values = { list: JSON.stringify(list) };
  sessionStorage.setItem(
    'drafts',
    JSON.stringify({ owner: 'ada', forms: { 'invite-many': { at: Date.now(), values } } }),
  );
  await open();
  await expect.element(email(1)).toHaveValue('ada@x.com');
  await expect.element(box('People')).toHaveValue('half a line');
  await expect.element(page.getByText('1 invited')).toBeVisible();
  await expect.element(send('Send 1 Invitation')).toBeEnabled();
});
