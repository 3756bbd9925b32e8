import { text } from 'node:stream/consumers';
import { changeAttachment } from '@portal/contract/attachments';
import type { Role } from '@portal/contract/permissions';
import { getTimeline } from '@portal/contract/timeline';
import { afterAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../testing/app.ts';
import { orders, startAttachmentApp } from './testing/attachment-app.ts';
import { beginUpload, formBytes, until, write } from './testing/raw-upload.ts';

const { app, upload, add, list, remove, download, assign, stored } = await startAttachmentApp();
afterAll(app.close);
const admin = await app.signIn('admin');
const colleague = await app.signIn('customer_member');

type Case = [title: string, role: Role, customerId: string | null, own: string, foreign: string];
/** Each role, its access to an order in scope and one out of scope, and whether it can remove files of other users. */
const cases: Case[] = [
  ['admin', 'admin', null, 'sees, removes all', 'sees, removes all'],
  ['member', 'member', null, 'sees, removes all', 'sees, removes all'],
  ['member of a customer', 'member', '1', 'sees, removes all', 'nothing'],
  ['customer_admin', 'customer_admin', '1', 'sees, removes all', 'nothing'],
  ['customer_member', 'customer_member', '1', 'sees, removes its own', 'nothing'],
  ['customer_guest, order assigned', 'customer_guest', '1', 'sees, removes its own', 'nothing'],
  ['customer_guest of another customer, order assigned', 'customer_guest', '2', 'sees, removes its own', 'nothing'],
  ['customer_admin without a customer', 'customer_admin', null, 'nothing', 'nothing'],
];

describe.each(cases)('%s', (_title, role, customerId, own, foreign) => {
  test.each([
    ['its order', orders.first, own],
    ['another order', orders.foreign, foreign],
  ])('%s', async (_which, orderId, expected) => {
    const user = await app.signIn(role, { customerId });
    if (role === 'customer_guest') await assign(user, orders.first);
    expect(await rightsOf(user, orderId)).toBe(expected);
  });
});

/** Tries all file endpoints of an order and returns what is allowed. */
async function rightsOf(user: SignedIn, orderId: string): Promise<string> {
  const others = await add(admin, 'by another', 'text', orderId);
  const listed = await list(user, orderId);
  const seen = { list: listed.status, download: (await download(user, others.id)).status };
  const added = await upload(user.token, { file: { name: 'by itself', content: 'text' }, orderId });
  if (seen.list === 404) {
    expect([seen.download, added.status, (await remove(user, others.id)).status]).toEqual([404, 404, 404]);
    return 'nothing';
  }
  expect([seen, added.status]).toEqual([{ list: 200, download: 200 }, 201]);
  expect(added.body.mayDelete).toBe(true);
  expect((await remove(user, added.body.id)).status).toBe(200);
  const { mayDelete } = (listed.body as { id: string; mayDelete: boolean }[]).find(({ id }) => id === others.id) ?? {};
  const removal = (await remove(user, others.id)).status;
  expect({ removal, mayDelete }).toEqual(mayDelete ? { removal: 200, mayDelete } : { removal: 403, mayDelete: false });
  return removal === 200 ? 'sees, removes all' : 'sees, removes its own';
}

test('denied requests change nothing', async () => {
  const { id } = await add(admin);
  expect((await remove(colleague, id)).status).toBe(403);
  expect((await download(colleague, id)).status).toBe(200);
});

test('shows files to a guest while the order is assigned', async () => {
  const guest = await app.signIn('customer_guest');
  const { id } = await add(admin, 'a.txt', 'text', orders.second);
  expect((await list(guest, orders.second)).status).toBe(404);
  await assign(guest, orders.second);
  expect((await download(guest, id)).status).toBe(200);
  const mine = await add(guest, 'b.txt', 'text', orders.second);
  await app.database.pool.query('delete from order_assignments where user_id = $1', [guest.id]);
  expect((await list(guest, orders.second)).status).toBe(404);
  expect((await download(guest, id)).status).toBe(404);
  expect((await remove(guest, mine.id)).status).toBe(404);
});

test('hides invoices from guests, except those that they uploaded', async () => {
  const [guest, other] = [await app.signIn('customer_guest'), await app.signIn('customer_guest')];
  await assign(guest, orders.second);
  await assign(other, orders.second);
  const add = async (user: SignedIn, name: string, kind?: string) =>
    (await upload(user.token, { file: { name, content: name }, orderId: orders.second, ...(kind && { kind }) })).body
      .id;
  const files = {
    invoice: await add(colleague, 'invoice.pdf', 'invoice'),
    slip: await add(colleague, 'slip.pdf', 'packing-slip'),
    named: await add(colleague, 'named-later.pdf'),
    freight: await add(guest, 'freight.pdf', 'invoice'),
  };
  const body = { kind: 'invoice' as const };
  expect((await app.call(changeAttachment, { token: admin.token, params: { id: files.named }, body })).status).toBe(
    200,
  );
  const seenBy = async (user: SignedIn) => {
    const params = { id: orders.second };
    const entries = (await app.call(getTimeline, { token: user.token, params })).body.data as { id: string }[];
    const listed = (await list(user, orders.second)).body as { id: string }[];
    const downloaded = await Promise.all(
      Object.values(files).map(async (id) => ((await download(user, id)).status === 200 ? [id] : [])),
    );
    const named = new Map(Object.entries(files).map(([name, id]) => [id, name]));
    const ways: string[][] = [listed.map(({ id }) => id), downloaded.flat(), entries.map(({ id }) => id)];
    const [names, ...same] = ways.map((ids) => ids.flatMap((id) => named.get(id) ?? []).sort());
    for (const others of same) expect(others).toEqual(names);
    return names;
  };
  expect(await seenBy(guest)).toEqual(['freight', 'slip']);
  expect(await seenBy(other)).toEqual(['slip']);
  expect(await seenBy(colleague)).toEqual(['freight', 'invoice', 'named', 'slip']);
  expect((await remove(other, files.invoice)).status).toBe(404);
  const duplicateOf = async (user: SignedIn, content: string) =>
    (await upload(user.token, { file: { name: 'again.pdf', content }, kind: 'invoice', orderId: orders.second })).body
      .duplicateOf;
  expect(await duplicateOf(colleague, 'invoice.pdf')).toBe('invoice.pdf');
  expect(await duplicateOf(guest, 'invoice.pdf')).toBeUndefined();
  expect(await duplicateOf(guest, 'freight.pdf')).toBe('freight.pdf');
});

test('rejects an upload if its order is unassigned during the upload', async () => {
  const guest = await app.signIn('customer_guest');
  await assign(guest, orders.second);
  const before = await stored();
  const form = formBytes('late.txt', Buffer.from('late'), 'too late');
  const socket = await beginUpload(app.url, guest.token, orders.second, form.length);
  await write(socket, form.subarray(0, 100));
  await until(async () => (await stored()).unclaimed === 1);
  await app.database.pool.query('delete from order_assignments where user_id = $1', [guest.id]);
  await write(socket, form.subarray(100));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
  expect(await stored()).toEqual(before);
});

test('rejects an upload if its order moves to another customer during the upload', async () => {
  const before = await stored();
  const moveTo = (customerId: string) =>
    app.database.pool.query('update sales_orders set customer_id = $1 where id = $2', [customerId, orders.second]);
  const form = formBytes('moved.txt', Buffer.from('moved'), 'to another customer');
  const socket = await beginUpload(app.url, admin.token, orders.second, form.length);
  await write(socket, form.subarray(0, 100));
  await until(async () => (await stored()).unclaimed === 1);
  await moveTo('2');
  await write(socket, form.subarray(100));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 /);
  await moveTo('1');
  expect(await stored()).toEqual(before);
});

test('an expired assignment gives no access', async () => {
  const guest = await app.signIn('customer_guest');
  await assign(guest, orders.second);
  const { id } = await add(guest, 'a.txt', 'text', orders.second);
  await app.database.db
    .updateTable('order_assignments')
    .set({ expires_at: app.clock.now() })
    .where('user_id', '=', guest.id)
    .execute();
  expect((await download(guest, id)).status).toBe(404);
  expect((await upload(guest.token, { file: { name: 'a', content: 'a' }, orderId: orders.second })).status).toBe(404);
});

test('keeps a file after its uploader is deleted, with no owner', async () => {
  const member = await app.signIn('customer_member');
  const { id } = await add(member, 'left.txt');
  await app.database.db.deleteFrom('users').where('id', '=', member.id).execute();
  expect((await download(colleague, id)).status).toBe(200);
  expect((await remove(colleague, id)).status).toBe(403);
  expect((await remove(await app.signIn('customer_admin'), id)).status).toBe(200);
});
