import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { startTestInbox } from '../testing/mail.ts';
import { readQueuedMail } from '../testing/queued-mail.ts';
import { runCommand } from '../testing/run-command.ts';
import { beginSignIn, cookieOf, finishSignIn } from '../testing/sign-in.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-keys-'));
const file = join(folder, 'server-key');
const database = await createTestDatabase();
const inbox = await startTestInbox();
afterAll(async () => {
  await inbox.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

const start = async () =>
  startTestApp({
    database,
    config: { smtpUrl: inbox.smtpUrl, trustProxy: 1, serverKey: (await readFile(file, 'utf8')).trimEnd() },
  });
const password = 'correct horse battery';

test('after keys rotate, codes, queued mails and known devices of the previous key are accepted', async () => {
  await writeFile(file, `${'first '.repeat(8)}\n`, { mode: 0o600 });
  const before = await start();
  const { email } = await before.createUser({ role: 'member', password });
  await beginSignIn(before, email, password);
  const device = cookieOf(await finishSignIn(before, email, await inbox.codeFor(email)));
  await beginSignIn(before, email, password, undefined, device);
  const code = await inbox.codeFor(email, 2);
  await before.close();

  expect(await runCommand(['keys', 'rotate', file], {})).toMatchObject({ code: 0 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [newest, previous, ...others] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(newest).toHaveLength(64);
  expect(previous).toBe('first '.repeat(8).trim());
  expect(others).toEqual([]);

  const after = await start();
  expect(await readQueuedMail(database.database.pool, `${newest}\n${previous}`)).toHaveLength(2);
  const finished = await finishSignIn(after, email, code, undefined, device);
  expect(finished.status).toBe(200);
  // A browser that is not known for the account would get a second token beside the first.
  expect(cookieOf(finished)).not.toContain('.');
  await after.close();
});

test('keys rotate --drop-old ends what the previous key has made, and a second rotation does too', async () => {
  const { pool } = database.database;
  const readKeys = async () => (await readFile(file, 'utf8')).trimEnd();
  await runCommand(['keys', 'rotate', file, '--drop-old'], {});
  expect((await readKeys()).split('\n')).toHaveLength(1);
  await expect(readQueuedMail(pool, await readKeys())).rejects.toThrow();
  const dropped = await readKeys();
  for (let turn = 0; turn < 2; turn += 1) await runCommand(['keys', 'rotate', file], {});
  expect((await readKeys()).split('\n')).toHaveLength(2);
  expect(await readKeys()).not.toContain(dropped);
});
