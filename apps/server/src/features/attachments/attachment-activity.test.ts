import { listActivity } from '@portal/contract/activity';
import { afterAll, expect, test } from 'vitest';
import type { SignedIn } from '../../testing/app.ts';
import { orders, startAttachmentApp } from './testing/attachment-app.ts';

const { app, add, remove, download, assign, upload } = await startAttachmentApp();
afterAll(app.close);
const admin = await app.signIn('admin', { fullName: 'Ada Admin' });

/** The user's log entries about files, oldest first. */
async function linesFor(user: SignedIn) {
  const answer = await app.call(listActivity, { token: user.token });
  const lines = answer.body.data as { action: string; content: string; subject: { name: string } | null }[];
  return lines.filter(({ action }) => action.startsWith('attachment-')).reverse();
}

async function useOne(user: SignedIn, orderId: string): Promise<void> {
  const { id } = await add(user, 'plan.pdf', 'text', orderId);
  app.clock.advance(1000);
  await (await download(user, id)).text();
  app.clock.advance(1000);
  await remove(user, id);
  app.clock.advance(1000);
}

const actions = ['attachment-uploaded', 'attachment-downloaded', 'attachment-deleted'];

test('logs each action for people who can see the order, and for no other customer', async () => {
  await useOne(admin, orders.first);
  const lines = await linesFor(admin);
  expect(lines.map(({ action }) => action)).toEqual(actions);
  for (const { content } of lines) {
    expect(content).toContain('Ada Admin');
    expect(content).toContain('plan.pdf');
    expect(content).toContain('SO-101');
  }
  expect(await linesFor(await app.signIn('customer_admin', { customerId: '1' }))).toEqual(lines);
  expect(await linesFor(await app.signIn('customer_admin', { customerId: '2' }))).toEqual([]);
});

test('shows guests their own entries without the order number', async () => {
  const guest = await app.signIn('customer_guest', { fullName: 'Gus Guest' });
  await assign(guest, orders.second);
  await useOne(guest, orders.second);
  await useOne(admin, orders.second);
  const lines = await linesFor(guest);
  expect(lines.map(({ action }) => action)).toEqual(actions);
  expect(JSON.stringify(lines)).not.toContain('SO-');
});

test('logs nothing for rejected requests', async () => {
  const { id } = await add(admin, 'kept.txt');
  const before = await linesFor(admin);
  const member = await app.signIn('customer_member', { customerId: '1' });
  expect((await remove(member, id)).status).toBe(403);
  const stranger = await app.signIn('customer_member', { customerId: '2' });
  expect((await download(stranger, id)).status).toBe(404);
  expect((await upload(admin.token, { file: { name: 'empty', content: '' } })).status).toBe(400);
  expect(await linesFor(admin)).toEqual(before);
});
