import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { insertWorded } from './testing/worded-entry.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { db, pool } = database;
const readLines = () => db.selectFrom('activity_log').selectAll().execute();

beforeAll(() => insertWorded(db, { at: new Date(), action: 'user-created', content: 'Nina Petrov was created' }));

test.each([
  ['an update', "update activity_log set content = 'Nothing happened'"],
  ['an update that meets no line', 'update activity_log set content = null where false'],
  ['a deletion', 'delete from activity_log'],
  ['emptying', 'truncate activity_log'],
  ['emptying with others', 'truncate users, activity_log cascade'],
  [
    'an insertion that would change a line',
    `insert into activity_log (id, created_date, action, content) select id, now(), 'sign-in', 'x' from activity_log
     on conflict (id) do update set content = excluded.content`,
  ],
  ['a merge', 'merge into activity_log using (values (1)) as one on true when matched then delete'],
  [
    'a change of more than names while a person is erased',
    "set portal.erasing = 'on'; update activity_log set action = 'x'",
  ],
  ['a deletion while a person is erased', "set portal.erasing = 'on'; delete from activity_log"],
  ['a deletion of a recent line as if it had expired', "set portal.expiring = 'on'; delete from activity_log"],
  ['the retention, of a recent line', "select delete_expired_activity(now() + interval '1 day', 10)"],
  ['an update in the replica role', 'set session_replication_role = replica; delete from activity_log'],
])("%s is rejected even for the table's owner", async (_, statement) => {
  const before = await readLines();
  expect(before).toHaveLength(1);
  const client = await pool.connect();
  try {
    const owner = await client.query(
      "select tableowner = current_user as is_owner from pg_tables where tablename = 'activity_log'",
    );
    expect(owner.rows).toEqual([{ is_owner: true }]);
    await expect(client.query(statement)).rejects.toThrow(/^The activity log is append-only: \w+ is refused\.$/);
  } finally {
    client.release(true);
  }
  expect(await readLines()).toEqual(before);
});
