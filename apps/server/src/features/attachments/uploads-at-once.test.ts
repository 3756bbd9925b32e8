import { afterAll, expect, test } from 'vitest';
import { orders, startAttachmentApp } from './testing/attachment-app.ts';

const { app, add, list, remove, stored } = await startAttachmentApp();
afterAll(app.close);

test('concurrent uploads of the same content are all stored, and all but the first are reported as duplicates', async () => {
  const user = await app.signIn('customer_member');
  const names = Array.from({ length: 8 }, (_, number) => `copy ${number}.txt`);
  const added = await Promise.all(names.map((name) => add(user, name)));
  const firsts = added.filter(({ duplicateOf }) => duplicateOf === undefined);
  expect(firsts).toHaveLength(1);
  const known = new Set(added.map(({ originalName }) => originalName));
  for (const { duplicateOf } of added) if (duplicateOf !== undefined) expect(known).toContain(duplicateOf);
  const listed = (await list(user)).body.map(({ originalName }: { originalName: string }) => originalName);
  expect(listed.toSorted()).toEqual(names);
  expect(await stored()).toEqual({ files: 8, attachments: 8, unclaimed: 0 });
});

test('concurrent deletions delete a file once', async () => {
  const admin = await app.signIn('admin');
  const before = await stored();
  const { id } = await add(admin, 'once.txt', 'once', orders.second);
  const answers = await Promise.all(Array.from({ length: 6 }, () => remove(admin, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  expect(await stored()).toEqual(before);
  const lines = await app.database.db
    .selectFrom('activity_log')
    .select('id')
    .where('action', '=', 'attachment-deleted')
    .execute();
  expect(lines).toHaveLength(1);
});
