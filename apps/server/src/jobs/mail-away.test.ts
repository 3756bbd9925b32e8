import { createServer, type Socket } from 'node:net';
import { assignOrders } from '@portal/contract/assignments';
import { inviteMany, resendInvitation } from '@portal/contract/invitations';
import { afterAll, expect, test } from 'vitest';
import { findFreePort } from '../../../../tools/free-port.ts';
import type { Config } from '../config.ts';
import { generateOrders, upsertOrders } from '../features/orders/testing/order-arbitrary.ts';
import { startTestApp } from '../testing/app.ts';
import { callEndpoint } from '../testing/client.ts';
import { createTestDatabase } from '../testing/database.ts';
import { retryMailsOfDeadPortal } from '../testing/dead-portal.ts';
import { forkPortal } from '../testing/fork-portal.ts';
import { startTestInbox } from '../testing/mail.ts';
import { readQueuedMail } from '../testing/queued-mail.ts';

const ports = { smtpPort: await findFreePort(), inboxPort: await findFreePort() };
const database = await createTestDatabase();
const smtp = { smtpUrl: `smtp://127.0.0.1:${ports.smtpPort}` };
const first = await startTestApp({ database, config: smtp });
afterAll(() => database.drop());
const { db, pool } = database.database;

/** An SMTP server that accepts connections and never responds. */
async function startMute() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(ports.smtpPort, '127.0.0.1', resolve));
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { stop };
}

const countJobs = async (condition: string) =>
  (await pool.query(`select from pgboss.job where name = 'send-mail' and ${condition}`)).rowCount ?? 0;

test('mails queued while the SMTP server is unavailable are delivered once each, even if the portal is killed while sending', async () => {
  const { token } = await first.signIn('admin');
  const guest = await first.createUser({ role: 'customer_guest' });
  const { id: groupId } = await db
    .selectFrom('groups')
    .select('id')
    .where('type', '=', 'member')
    .executeTakeFirstOrThrow();
  await upsertOrders(pool, generateOrders(3, 9));
  const config = first.portal.dependencies.config as Config;
  await first.close();
  const mute = await startMute();
  const portal = await forkPortal(config);
  const people = Array.from({ length: 20 }, (_, number) => `person-${number}@test.example`);
  try {
    const invitations = people.map((email) => ({ email, fullName: 'Bob Builder', groupId }));
    const invited = await callEndpoint(portal.url, inviteMany, { token, body: { invitations, preview: false } });
    const [again] = invited.body.results;
    await callEndpoint(portal.url, resendInvitation, { token, params: { id: again.id } });
    await callEndpoint(portal.url, assignOrders, { token, body: { userId: guest.id, orderIds: ['1', '2'] } });
    await expect.poll(() => countJobs("state = 'active'")).toBe(4);
  } finally {
    await portal.kill();
    await mute.stop();
  }
  expect(await countJobs("state = 'completed'")).toBe(0);
  const { rows: begun } = await pool.query<{ id: string }>("select id from pgboss.job where state = 'active'");
  expect(begun.length).toBeGreaterThan(0);

  const next = await startTestApp({ database, config: smtp });
  await expect.poll(() => countJobs('retry_count > 0')).toBeGreaterThan(0);
  const inbox = await startTestInbox(ports);
  try {
    await retryMailsOfDeadPortal(
      database,
      begun.map(({ id }) => id),
    );
    const expected = [...people, people[0], guest.email].sort();
    await expect.poll(() => countJobs("state = 'completed'"), { timeout: 60_000 }).toBe(expected.length);
    const received = (await (await fetch(`${inbox.inboxUrl}/email`)).json()) as { to: { address: string }[] }[];
    expect(received.flatMap(({ to }) => to.map(({ address }) => address)).sort()).toEqual(expected);
    expect((await readQueuedMail(pool, config.serverKey)).map(({ to }) => to).sort()).toEqual(expected);
  } finally {
    await next.close();
    await inbox.stop();
  }
});
