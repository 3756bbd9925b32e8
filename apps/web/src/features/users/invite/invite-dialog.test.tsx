import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storeToken, storeUser } from '#lib/session.ts';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { groups, type PeopleAnswers, people } from './testing/people.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeToken('a token');
  storeUser({ id: 'ada', email: 'ada@test.example', groups: ['admin'], createdAt: '2026-05-06T12:00:00Z' });
});

function Sample({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <InviteDialog
        open={open}
        onClose={() => {
          setOpen(false);
          onClose();
        }}
      />
    </>
  );
}

async function open(answers: PeopleAnswers = {}) {
  const seen = serveApi(people(answers));
  const onClose = vi.fn();
  const rendered = await renderPage(<Sample onClose={onClose} />, '/users');
  await expect.element(page.getByRole('option', { name: 'Member', exact: true })).toBeInTheDocument();
  const sent = () => seen.filter(({ key }) => key === 'POST /customer-invitations/invite-user').map(({ body }) => body);
  return { ...rendered, seen, sent, onClose };
}

const field = (name: string) => page.getByRole('dialog').getByLabelText(name, { exact: true });
const send = () => page.getByRole('button', { name: 'Send Invitation' });
const invited = { status: 201, body: { id: 'new' } };

async function fill(group: keyof typeof groups) {
  await field('Email').fill(' Grace@Company.example ');
  await field('Full Name').fill('Grace Hopper');
  await field('Group').selectOptions(groups[group]);
}

async function pick(customer: 'ACME' | 'Globex') {
  await field('Customer').click();
  await page.getByPlaceholder('Search customers...').fill(customer);
  // The option moves when the answer to the search arrives, and a click meanwhile would miss it.
  const other = customer === 'ACME' ? 'Globex' : 'ACME';
  await expect.element(page.getByRole('option', { name: new RegExp(`^${other}`) })).not.toBeInTheDocument();
  await page.getByRole('option', { name: new RegExp(`^${customer}`) }).click();
}

test('cannot be sent without email, full name, group, and customer for a customer-type group', async () => {
  const { sent } = await open({ invite: () => invited });
  await expect.element(page.getByRole('dialog', { name: 'Invite User' })).toBeVisible();
  await expect.element(send()).toBeDisabled();
  await field('Email').fill('grace@company.example');
  await field('Full Name').fill('Grace Hopper');
  await expect.element(send()).toBeDisabled();
  await field('Group').selectOptions(groups.member);
  await expect.element(send()).toBeEnabled();
  await field('Group').selectOptions(groups.customer_admin);
  await expect.element(send()).toBeDisabled();
  await expect.element(field('Customer')).toHaveTextContent('Select a customer...');
  await pick('ACME');
  await expect.element(send()).toBeEnabled();
  await field('Full Name').fill('   ');
  await expect.element(send()).toBeDisabled();
  expect(sent()).toEqual([]);
});

test('sends a customer only with a customer-type group, and closes', async () => {
  const { sent, onClose } = await open({ invite: () => invited });
  await fill('customer_member');
  await pick('ACME');
  await field('Group').selectOptions(groups.member);
  expect(field('Customer').query()).toBeNull();
  await field('Group').selectOptions(groups.customer_member);
  await expect.element(field('Customer')).toHaveTextContent('Select a customer...');
  await pick('Globex');
  await send().click();
  await expect.element(page.getByText('Success', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Invitation sent successfully')).toBeVisible();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  const person = { email: 'Grace@Company.example', fullName: 'Grace Hopper' };
  expect(sent()).toEqual([{ ...person, groupId: groups.customer_member, customerNetsuiteId: '2' }]);
});

test('sends no customer with another group', async () => {
  const { sent } = await open({ invite: () => invited });
  await fill('admin');
  await send().click();
  await expect
    .poll(sent)
    .toEqual([{ email: 'Grace@Company.example', fullName: 'Grace Hopper', groupId: groups.admin }]);
});

test('does not treat a partly typed date as no end of access', async () => {
  const { sent } = await open({ invite: () => invited });
  await fill('customer_guest');
  await pick('ACME');
  (field('Access ends').element() as HTMLElement).focus();
  await userEvent.keyboard('12');
  await send().click();
  await expect.element(field('Access ends')).toHaveAccessibleDescription(/^Enter the whole date, or none/);
  await expect.element(field('Access ends')).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('sends the end of the day as the end of a guest’s access', async () => {
  const { sent } = await open({ invite: () => invited, customers: [{ id: '1', name: 'ACME' }] });
  await fill('customer_member');
  expect(field('Access ends').query()).toBeNull();
  await field('Group').selectOptions(groups.customer_guest);
  // A single customer is preselected.
  await expect.element(field('Customer')).toHaveTextContent('ACME');
  await field('Access ends').fill('2031-12-31');
  await send().click();
  await expect.poll(sent).toMatchObject([{ customerNetsuiteId: '1', expiresAt: '2031-12-31T23:59:59.999Z' }]);
});

test('selects a single customer at first, and clears it when it is chosen again', async () => {
  const { sent } = await open({ invite: () => invited, customers: [{ id: '1', name: 'ACME' }] });
  await fill('customer_member');
  await expect.element(field('Customer')).toHaveTextContent('ACME');
  await expect.element(send()).toBeEnabled();
  await pick('ACME');
  await expect.element(field('Customer')).toHaveTextContent('Select a customer...');
  await expect.element(send()).toBeDisabled();
  await pick('ACME');
  await send().click();
  await expect.poll(sent).toMatchObject([{ customerNetsuiteId: '1' }]);
});

test('shows Sending... and cannot be submitted twice', async () => {
  let answer: (given: typeof invited) => void = () => undefined;
  const { sent } = await open({ invite: () => new Promise((resolve) => (answer = resolve)) });
  await fill('admin');
  await send().click();
  await expect.element(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await field('Full Name').click();
  await userEvent.keyboard('{Enter}');
  answer(invited);
  await expect.element(page.getByText('Invitation sent successfully')).toBeVisible();
  expect(sent()).toHaveLength(1);
});

test('shows an error, at its field if it concerns one, and keeps the input', async () => {
  const refusals = [
    {
      status: 409,
      body: {
        message: 'This email address is already in use.',
        details: [{ path: 'email', message: 'This email address is already in use.' }],
      },
    },
    { status: 400, body: { message: 'No', details: [{ path: 'fullName', message: 'must be shorter' }] } },
    { status: 400, body: {} },
  ];
  const { onClose } = await open({ invite: () => refusals.shift() ?? invited });
  await field('Email').fill('grace');
  await field('Full Name').fill('Grace Hopper');
  await field('Group').selectOptions(groups.admin);
  await send().click();
  await expect.element(field('Email')).toHaveAccessibleDescription(/such as name@company.com/);
  await field('Email').fill('grace@company.example');
  await send().click();
  await expect.element(page.getByRole('alert').getByText('Error')).toBeVisible();
  await expect.element(field('Email')).toHaveAccessibleDescription('This email address is already in use.');
  await expect.element(field('Email')).toHaveFocus();
  await send().click();
  await expect.element(field('Full Name')).toHaveAccessibleDescription('must be shorter');
  await expect.element(field('Full Name')).toHaveFocus();
  await send().click();
  await expect.element(page.getByText('Failed to send invitation')).toBeVisible();
  await expect.element(field('Email')).toHaveValue('grace@company.example');
  expect(onClose).not.toHaveBeenCalled();
});

test('asks before discarding input and reopens empty', async () => {
  const { onClose } = await open();
  await field('Email').fill('grace@company.example');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('Discard changes?')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
  expect(sessionStorage.getItem('drafts')).toBeNull();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(field('Email')).toHaveValue('');
});

test('restores the input after the session expires', async () => {
  sessionStorage.setItem(
    'drafts',
    JSON.stringify({
      owner: 'ada',
      forms: {
        invite: {
          at: Date.now(),
          values: {
            email: 'g@x.example',
            groupId: groups.customer_guest,
            customerNetsuiteId: '2',
            lastDay: '2031-12-31',
          },
        },
      },
    }),
  );
  await open();
  await expect.element(field('Email')).toHaveValue('g@x.example');
  await expect.element(field('Group')).toHaveValue(groups.customer_guest);
  await expect.element(field('Customer')).toHaveTextContent('Globex');
  await expect.element(field('Access ends')).toHaveValue('2031-12-31');
});

test('reloads groups that could not be loaded', async () => {
  let broken = true;
  serveApi({
    ...people({}),
    'GET /groups': () => (broken ? { status: 403, body: { message: 'no' } } : { body: [] }),
  });
  await renderPage(<InviteDialog open onClose={() => undefined} />, '/users');
  await expect.element(field('Group')).toHaveAccessibleDescription('The groups could not be loaded.');
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => page.getByText('The groups could not be loaded.').query()).toBeNull();
});
