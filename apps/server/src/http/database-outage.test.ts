import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginSignIn, getProfile } from '@portal/contract/auth';
import { getHealth, getReadiness } from '@portal/contract/health';
import { afterAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../tools/free-port.ts';
import { startEmbeddedPostgres, throwAwaySettings } from '../../../../tools/postgres/embedded-postgres.ts';
import { openDatabase } from '../platform/database.ts';
import { startTestApp } from '../testing/app.ts';
import { startTestInbox } from '../testing/mail.ts';

// A separate PostgreSQL server, since this test stops it.
const folder = await mkdtemp(join(tmpdir(), 'order-portal-outage-'));
const start = (port: number) =>
  startEmbeddedPostgres({ folder: join(folder, 'postgres'), port, settings: throwAwaySettings });
let postgres = await start(await findFreePort());
const url = postgres.url('postgres');
const database = openDatabase({ url });
const inbox = await startTestInbox();
const app = await startTestApp({
  database: { url, database, drop: database.close },
  config: { smtpUrl: inbox.smtpUrl },
});
afterAll(async () => {
  await app.close();
  await database.close();
  await inbox.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

test('answers 503 while PostgreSQL is stopped, and recovers without a restart of the portal', async () => {
  const user = await app.signIn('member', { password: 'correct horse battery' });
  const credentials = { email: user.email, password: 'correct horse battery' };
  expect((await app.call(getProfile, { token: user.token })).status).toBe(200);

  await postgres.stop();
  expect((await app.call(getHealth)).status).toBe(200);
  for (const answer of [
    await app.call(getReadiness),
    await app.call(getProfile, { token: user.token }),
    await app.call(beginSignIn, { body: credentials }),
    await app.call(getReadiness),
  ]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.body.message).not.toMatch(/ECONN|terminat|postgres|127\.0/i);
  }

  postgres = await start(postgres.port);
  await vi.waitFor(async () => expect((await app.call(getReadiness)).status).toBe(200), { timeout: 60_000 });
  expect((await app.call(getProfile, { token: user.token })).status).toBe(200);
  expect((await app.call(beginSignIn, { body: credentials })).status).toBe(200);
  expect(await inbox.codeFor(user.email)).toMatch(/^\d{6}$/);
});
