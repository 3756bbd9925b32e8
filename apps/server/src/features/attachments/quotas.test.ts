import { text } from 'node:stream/consumers';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { type SignedIn, startTestApp, testUsageLimits } from '../../testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { orders, startAttachmentApp } from './testing/attachment-app.ts';
import { beginUpload, formBytes, until, write } from './testing/raw-upload.ts';

const database = await createTestDatabase();
const usageLimits = { ...testUsageLimits, orderFiles: 5, orderBytes: 10_000, customerBytes: 12_000, uploadsAtOnce: 3 };
const { app, upload, remove, assign, stored } = await startAttachmentApp({ database, config: { usageLimits } });
const { storage } = app.portal.dependencies.config as Config;
const elsewhere = await startTestApp({ database, config: { usageLimits, storage } });
afterAll(async () => {
  await elsewhere.close();
  await app.close();
  await database.drop();
});
afterEach(async () => {
  await app.database.pool.query('delete from attachments');
});

const member = await app.signIn('customer_member');
const guest = await app.signIn('customer_guest');
await assign(guest, orders.first);
const send = (user: SignedIn, size: number, orderId: string = orders.first) =>
  upload(user.token, { file: { name: 'file.bin', content: 'x'.repeat(size) }, orderId });
const countStatuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();
/** Three at a time, the limit of concurrent uploads for a user. */
async function sendMany(count: number, size: number, orderId?: string) {
  const answers: { status: number; body: { message: string } }[] = [];
  const left = Array.from({ length: count }, (_, number) => number).values();
  const work = async () => {
    for (const number of left) answers.push(await send(number % 2 === 0 ? guest : member, size, orderId));
  };
  await Promise.all([work(), work(), work()]);
  return answers;
}

test('limits the number of files of an order, also for concurrent uploads; a deletion frees one', async () => {
  const answers = await sendMany(8, 10);
  expect(countStatuses(answers)).toEqual([201, 201, 201, 201, 201, 413, 413, 413]);
  const refused = answers.find(({ status }) => status === 413);
  expect(refused?.body.message).toBe('This order already has 5 files, which is the limit. Delete some to add others.');
  // Staff limits are ten times higher; their deletions bring the order back below the limit.
  const admin = await app.signIn('admin');
  const added = await send(admin, 10);
  expect(added.status).toBe(201);
  const { rows } = await app.database.pool.query('select id from attachments limit 2');
  for (const { id } of rows) expect((await remove(admin, id)).status).toBe(200);
  expect((await send(guest, 10)).status).toBe(201);
  expect((await send(guest, 10)).status).toBe(413);
});

test('limits the bytes of an order and of all orders of a customer', async () => {
  const before = await stored();
  const answers = await sendMany(4, 4000);
  expect(countStatuses(answers)).toEqual([201, 201, 413, 413]);
  expect(answers.find(({ status }) => status === 413)?.body.message).toBe(
    'The files of one order are limited to 9.77 KB in total. Delete some to add others.',
  );
  const others = await Promise.all([1, 2, 3].map(() => send(member, 3000, orders.second)));
  expect(countStatuses(others)).toEqual([201, 413, 413]);
  expect(others.find(({ status }) => status === 413)?.body.message).toBe(
    'The files of one customer are limited to 11.72 KB in total. Delete some to add others.',
  );
  const stranger = await app.signIn('customer_member', { customerId: '2' });
  expect((await send(stranger, 5000, orders.foreign)).status).toBe(201);
  // Rejected uploads left no bytes.
  expect(await stored()).toEqual({ attachments: 4, files: before.files + 4, unclaimed: 0 });
});

test('limits the concurrent uploads of a user across processes; a finished upload frees one', async () => {
  const form = formBytes('slow.bin', Buffer.alloc(1000), 'slow');
  const begin = async (url: string) => {
    const socket = await beginUpload(url, member.token, orders.first, form.length);
    await write(socket, form.subarray(0, 500));
    return socket;
  };
  const slow = [await begin(app.url), await begin(elsewhere.url), await begin(app.url)];
  await until(async () => (await stored()).unclaimed === 3);
  const refused = await send(member, 10);
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Too many of your uploads are under way. Try again when some have finished.',
  ]);
  // Other users are not affected.
  expect((await send(guest, 10)).status).toBe(201);
  const [first, second] = slow;
  first?.destroy();
  if (second !== undefined) {
    await write(second, form.subarray(500));
    expect(await text(second)).toMatch(/^HTTP\/1\.1 201 /);
  }
  await until(async () => (await send(member, 10)).status === 201);
  for (const socket of slow) socket.destroy();
  await until(async () => (await stored()).unclaimed === 0);
});
