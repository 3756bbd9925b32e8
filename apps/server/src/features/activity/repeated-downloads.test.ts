import { listActivity } from '@portal/contract/activity';
import { afterAll, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import type { SignedIn } from '../../testing/app.ts';
import { orders, startAttachmentApp } from '../attachments/testing/attachment-app.ts';

const { app, add, download, assign } = await startAttachmentApp();
afterAll(app.close);
const admin = await app.signIn('admin', { fullName: 'Ada Admin' });

async function downloadsFor(user: SignedIn): Promise<{ content: string; count?: number; createdDate: string }[]> {
  const query = { action: 'attachment-downloaded' } as const;
  return (await app.call(listActivity, { token: user.token, query })).body.data;
}
const fetchAll = (user: SignedIn, id: string, times: number) =>
  Promise.all(Array.from({ length: times }, async () => (await download(user, id)).text()));

test('counts repeated downloads of a file by one person within an hour in one entry', async () => {
  const { id } = await add(admin, 'plan.pdf');
  await fetchAll(admin, id, 1);
  expect(await downloadsFor(admin)).toMatchObject([{ content: 'Ada Admin downloaded “plan.pdf” of SO-101' }]);
  expect((await downloadsFor(admin))[0]).not.toHaveProperty('count');

  // Concurrent downloads, as a script would send them.
  await fetchAll(admin, id, 40);
  const [entry, ...others] = await downloadsFor(admin);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    content: 'Ada Admin downloaded “plan.pdf” of SO-101 (41 times within an hour)',
    count: 41,
  });
  const { rows } = await app.database.pool.query('select count(*)::int as rows from activity_log');
  // One entry for the upload and one for the downloads.
  expect(rows).toEqual([{ rows: 2 }]);

  app.clock.advance(hourMs - 1000);
  await fetchAll(admin, id, 1);
  expect(await downloadsFor(admin)).toMatchObject([{ count: 42 }]);
  app.clock.advance(1000);
  await fetchAll(admin, id, 2);
  expect(await downloadsFor(admin)).toMatchObject([{ count: 2 }, { count: 42 }]);
});

test('creates separate entries for another person and another file', async () => {
  const guest = await app.signIn('customer_guest', { fullName: 'Gus Guest' });
  await assign(guest, orders.second);
  const [one, other] = [
    await add(admin, 'one.txt', '1', orders.second),
    await add(admin, 'other.txt', '2', orders.second),
  ];
  app.clock.advance(1000);
  await fetchAll(guest, one.id, 3);
  app.clock.advance(1000);
  await fetchAll(guest, other.id, 2);
  app.clock.advance(1000);
  await fetchAll(admin, one.id, 1);
  const expected = (order: string) => [
    `Gus Guest downloaded “other.txt” of ${order} (2 times within an hour)`,
    `Gus Guest downloaded “one.txt” of ${order} (3 times within an hour)`,
  ];
  expect((await downloadsFor(guest)).map(({ content }) => content)).toEqual(expected('an order'));
  expect((await downloadsFor(admin)).slice(0, 3).map(({ content }) => content)).toEqual([
    'Ada Admin downloaded “one.txt” of SO-102',
    ...expected('SO-102'),
  ]);
});
