import { afterAll, expect, test } from 'vitest';
import { hourMs } from '../platform/clock.ts';
import { createTestClock } from '../testing/clock.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createTestUser } from '../testing/users.ts';
import { createHousekeepingWorker } from './housekeeping.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);

test('deletes invitation links 30 days after they expire, so that a used link still gets an explanation', async () => {
  const { db } = database;
  const clock = createTestClock();
  const { id, email } = await createTestUser(db, { role: 'customer_member', status: 0 });
  const now = clock.now();
  const times = { created_at: now, expires_at: now };
  await db
    .insertInto('invitations')
    .values({ user_id: id, invited_by_name: 'Ada', ...times })
    .execute();
  const link = { token_hash: Buffer.alloc(32), user_id: id, email, ...times };
  await db.insertInto('invitation_links').values(link).execute();
  const worker = createHousekeepingWorker(db, clock, async () => undefined);
  const links = () => db.selectFrom('invitation_links').select('user_id').execute();
  clock.advance(30 * 24 * hourMs);
  await worker.run({});
  expect(await links()).toHaveLength(1);
  clock.advance(1);
  await worker.run({});
  expect(await links()).toEqual([]);
  expect(await db.selectFrom('invitations').select('user_id').execute()).toHaveLength(1);
});
