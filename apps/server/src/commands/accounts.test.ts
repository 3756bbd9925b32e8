import { listActivity } from '@portal/contract/activity';
import { getProfile } from '@portal/contract/auth';
import { afterAll, expect, test } from 'vitest';
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
  expect(await recover('correct horse battery')).toMatchObject({ code: 0 });
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

test('user disable signs a user out everywhere, and user enable undoes it', async () => {
  const admin = await app.signIn('admin');
  const { token, ...user } = await app.signIn('member');
  expect((await app.call(getProfile, { token })).status).toBe(200);
  expect(await run('user', 'disable', user.email)).toMatchObject({ code: 0 });
  expect((await app.call(getProfile, { token })).status).toBe(401);
  const lineOf = async (email: string) =>
    (await run('user', 'list')).output.split('\n').find((line) => line.startsWith(email));
  expect(await lineOf(user.email)).toMatch(/member\s+expired$/);
  expect(await lineOf(admin.email)).toMatch(/admin\s+active$/);

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
