import { type ActivityEntry, listActivity } from '@portal/contract/activity';
import { getProfile } from '@portal/contract/auth';
import { updateUser } from '@portal/contract/users';
import { afterAll, expect, test } from 'vitest';
import { recordActivity } from '../features/activity/record-activity.ts';
import { startTestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';

const fresh = await createTestDatabase();
const database = await createTestDatabase();
const app = await startTestApp({ database });
afterAll(async () => {
  await app.close();
  for (const { drop } of [fresh, database]) await drop();
});
const run = (...words: string[]) => runCommand(words, { DATABASE_URL: database.url });

test('admin create rejects invalid input, then creates one administrator', async () => {
  const create = (email: string, password: string, url = fresh.url) =>
    runCommand(['admin', 'create', email], { DATABASE_URL: url }, `${password}\n`);
  const refused = await create('not an address', 'short');
  expect(refused.code).toBe(1);
  for (const line of ['email address', 'at least 8 characters']) expect(refused.output).toContain(line);
  expect(await create('ada@test.example', 'correct horse battery', '')).toMatchObject({
    code: 1,
    output: expect.stringContaining('DATABASE_URL is required.'),
  });

  expect(await runCommand(['admin', 'create', 'ada@test.example'], { DATABASE_URL: fresh.url })).toEqual({
    code: 1,
    output: 'Password: The password must have at least 8 characters.\n',
  });

  const made = await create('Ada@Test.Example', 'correct horse battery');
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('ada@test.example can sign in now.') });
  expect(made.output).not.toContain('correct horse');

  const again = await create('bob@test.example', 'correct horse battery');
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('There is an administrator already.') });
  const users = await fresh.database.db.selectFrom('users').select(['email', 'status']).execute();
  expect(users).toEqual([{ email: 'ada@test.example', status: 1 }]);
});

test('admin recover makes an administrator beside others, signs it out, and is logged', async () => {
  const admin = await app.signIn('admin');
  const { token, email } = await app.signIn('customer_admin');
  const recover = (password: string) =>
    runCommand(['admin', 'recover', email], { DATABASE_URL: database.url }, `${password}\n`);
  expect(await recover('password1')).toMatchObject({ code: 1, output: expect.stringContaining('No administrator') });
  expect((await app.call(getProfile, { token })).status).toBe(200);
  await app.database.pool.query(
    `update users set pending_email = 'thief@test.example', pending_email_code_hash = '\\x00',
       pending_email_expires_at = now() + interval '1 day' where email = $1`,
    [email],
  );
  expect(await recover('correct horse battery')).toMatchObject({ code: 0 });
  const pending = await app.database.db
    .selectFrom('users')
    .select('pending_email')
    .where('email', '=', email)
    .execute();
  expect(pending).toEqual([{ pending_email: null }]);
  expect((await app.call(getProfile, { token })).status).toBe(401);
  const { body } = await app.call(getProfile, { token: (await app.openSession(await findUser(email))).token });
  expect(body).toMatchObject({ email, groups: ['admin'] });
  expect(body.customerNetsuiteId).toBeUndefined();
  const log = await app.call(listActivity, { token: admin.token });
  expect(log.body.data[0]?.content).toBe(`${email} was made an administrator with a new password on the command line`);
  for (const { id } of [admin, await findUser(email)]) {
    await app.database.db.deleteFrom('users').where('id', '=', id).execute();
  }
});

const findUser = (email: string) =>
  app.database.db.selectFrom('users').select(['id', 'email']).where('email', '=', email).executeTakeFirstOrThrow();

test('user disable signs a user out everywhere, editing it changes nothing about that, and user enable undoes it', async () => {
  // The commands use the system's clock.
  const setClock = () => app.clock.advance(Date.now() - app.clock.now().getTime());
  setClock();
  const admin = await app.signIn('admin');
  const { token, ...user } = await app.signIn('member');
  expect((await app.call(getProfile, { token })).status).toBe(200);
  expect(await run('user', 'disable', user.email)).toMatchObject({ code: 0 });
  expect((await app.call(getProfile, { token })).status).toBe(401);
  const lineOf = async (email: string) =>
    (await run('user', 'list')).output.split('\n').find((line) => line.startsWith(email));
  expect(await lineOf(user.email)).toMatch(/member\s+expired$/);
  expect(await lineOf(admin.email)).toMatch(/admin\s+active$/);
  setClock();
  const { group_id: groupId } = await app.database.db
    .selectFrom('users')
    .select('group_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const renamed = { email: user.email, fullName: 'Renamed', groupId: groupId ?? '' };
  const edit = await app.call(updateUser, { token: admin.token, params: { id: user.id }, body: renamed });
  expect(edit.status).toBe(200);
  expect(await lineOf(user.email)).toMatch(/member\s+expired$/);

  expect(await run('user', 'enable', user.email)).toMatchObject({ code: 0 });
  const { token: next } = await app.openSession(user);
  expect((await app.call(getProfile, { token: next })).status).toBe(200);
  expect(await lineOf(user.email)).toMatch(/member\s+active$/);
});

test('user disable refuses an unknown user and the last administrator', async () => {
  const { db } = app.database;
  const admins = await db
    .selectFrom('users')
    .innerJoin('groups', 'groups.id', 'users.group_id')
    .select(['email'])
    .where('type', '=', 'admin')
    .execute();
  expect(admins).toHaveLength(1);
  expect(await run('user', 'disable', admins[0]?.email ?? '')).toMatchObject({
    code: 1,
    output: 'The last administrator cannot be disabled.\n',
  });
  expect(await run('user', 'disable', 'nobody@test.example')).toMatchObject({
    code: 1,
    output: 'There is no user nobody@test.example.\n',
  });
});

test('user erase removes every trace of a user from tables and log, and only that', async () => {
  const admin = await app.signIn('admin');
  const { db, pool } = app.database;
  // Another company invited her as well: a suppressed user, which stands before hers.
  await pool.query(`
    insert into users (email, full_name, status, group_id, customer_id, suppressed)
    select 'nina@erase.example', 'Nina Petrov', 0, id, '2', true from groups where type = 'customer_member' limit 1`);
  const user = await app.createUser({
    role: 'customer_member',
    email: 'nina@erase.example',
    fullName: 'Nina "N" Petrov',
  });
  const nina = { id: user.id, name: 'Nina "N" Petrov', customerId: '1' };
  const other = { id: admin.id, name: 'Joan', customerId: null };
  const at = new Date();
  const place = { group: 'customer_member', customerId: '1', customerName: null };
  await recordActivity(
    db,
    { at, action: 'invitation-sent', params: { email: user.email, place }, actor: other, subject: nina },
    { at, action: 'sign-in', actor: nina, subject: nina },
    { at, action: 'sign-in-failed', params: { email: user.email } },
    {
      at,
      action: 'user-updated',
      params: { changes: { name: 'Nina Ivanova', email: 'ivanova@erase.example' } },
      actor: other,
      subject: nina,
    },
    { at, action: 'sign-in-failed', params: { email: `gio${user.email}` } },
  );
  await pool.query(
    `insert into attachments (id, order_id, original_name, content_type, size, sha256, uploaded_by, uploaded_by_name, created_at)
     values (gen_random_uuid(), 1, 'a', 'text/plain', 1, '', $1, 'Nina "N" Petrov', now())`,
    [user.id],
  );
  const frame = `select id, created_date, action, actor_id, subject_id from activity_log where created_date <= $1 order by id`;
  const before = (await pool.query(frame, [at])).rows;

  expect(await run('user', 'erase', user.email)).toEqual({
    code: 0,
    output: 'The user is erased. Entries of the activity log that named it: 4.\n',
  });
  const { rows } = await pool.query<{ text: string }>(`
    select to_jsonb(t)::text as text from activity_log t union all select to_jsonb(t)::text from attachments t
    union all select to_jsonb(t)::text from users t union all select to_jsonb(t)::text from invitations t`);
  const text = rows.map((row) => row.text).join('\n');
  expect(text).not.toMatch(/Petrov|Ivanova|ivanova@|[^o]nina@/);
  expect(text).toContain('gionina@erase.example');
  expect((await pool.query(frame, [at])).rows).toEqual(before);
  const log = await app.call(listActivity, { token: admin.token });
  const said = log.body.data.map(({ content }: ActivityEntry) => content);
  expect(said[0]).toBe('Deleted user was erased on the command line');
  expect(said).toContainEqual(expect.stringMatching(/^Joan invited Deleted user as /));
  await expect(pool.query("update activity_log set actor_name = 'x'")).rejects.toThrow('append-only');
  expect(await run('user', 'erase', 'nobody@erase.example')).toMatchObject({ code: 1 });
  await db.deleteFrom('users').where('id', '=', admin.id).execute();
});

test('lists its commands, and rejects unknown ones', async () => {
  const help = await run('--help');
  expect(help.code).toBe(0);
  for (const name of ['netsuite check', 'sync run', 'user disable EMAIL', 'migrate'])
    expect(help.output).toContain(name);
  expect(await run('user', 'disable', '--help')).toMatchObject({
    code: 0,
    output: expect.stringContaining('npm run portal -- user disable EMAIL'),
  });
  expect(await run('user', 'promote')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no command "user promote".'),
  });
  expect(await run('migrate')).toMatchObject({ code: 0, output: 'The database is up to date.\n' });
});
