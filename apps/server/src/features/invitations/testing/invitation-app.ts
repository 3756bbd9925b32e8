import { randomUUID } from 'node:crypto';
import { completeInvitation } from '@portal/contract/auth';
import { inviteUser } from '@portal/contract/invitations';
import type { Role } from '@portal/contract/permissions';
import { hourMs } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log.ts';
import { readEntriesAbout } from '../../../testing/activity.ts';
import { startTestApp } from '../../../testing/app.ts';
import { startTestInbox } from '../../../testing/mail.ts';
import { addressHeader, freshAddress } from '../../../testing/sign-in.ts';

export const publicUrl = 'https://portal.test.example';
export const password = 'correct horse battery';
export const newEmail = () => `invited-${randomUUID().slice(0, 8)}@test.example`;

export type InvitationApp = Awaited<ReturnType<typeof startInvitationApp>>;

/** The portal with an inbox, two companies (1 ACME, 2 Globex) and an administrator of each kind. */
export async function startInvitationApp(log?: Logger) {
  const inbox = await startTestInbox();
  // Links outlive sessions. Long session limits keep the administrators signed in while tests move the clock.
  const sessionLimits = { idleMs: 1e5 * hourMs, absoluteMs: 1e5 * hourMs };
  const config = { smtpUrl: inbox.smtpUrl, trustProxy: 1, publicUrl, sessionLimits };
  const app = await startTestApp({ config, ...(log === undefined ? {} : { log }) });
  const { db } = app.database;
  await db
    .insertInto('customers')
    .values([
      { id: '1', company_name: 'ACME' },
      { id: '2', company_name: 'Globex' },
    ])
    .execute();
  const groups = await db.selectFrom('groups').select(['id', 'type']).execute();
  const groupId = (type: Role) => groups.find((group) => group.type === type)?.id ?? '';
  const admin = await app.signIn('admin', { fullName: 'Ada Lovelace' });
  const boss = await app.signIn('customer_admin', { fullName: 'Bea Boss', customerId: '1' });

  /** Default invitation of a person of ACME. */
  const person = (more: object = {}) => ({
    email: newEmail(),
    fullName: 'Bob Builder',
    groupId: groupId('customer_member'),
    customerNetsuiteId: '1',
    ...more,
  });

  /** Invites a person as the portal's administrator. */
  async function invited(more: object = {}): Promise<{ id: string; email: string }> {
    const { body } = await app.call(inviteUser, { token: admin.token, body: person(more) });
    return { id: body.id, email: body.email };
  }

  /** Link in the latest mail to an address, after waiting for this number of mails. */
  async function linkTo(email: string, count = 1): Promise<URL> {
    const mail = (await inbox.mailsTo(email, count)).at(-1);
    return new URL(/https:\S+register\?\S+/.exec(mail?.text ?? '')?.[0] ?? 'no link');
  }

  /** Invites a person and returns it with the token of the mailed link. */
  async function invitedWithToken(more: object = {}) {
    const invitee = await invited(more);
    return { ...invitee, token: (await linkTo(invitee.email)).searchParams.get('token') ?? '' };
  }

  const accept = (given: { token: unknown; email: unknown; password?: string }, address = freshAddress()) =>
    app.call(completeInvitation, { body: { password, ...given }, headers: addressHeader(address) });

  const linesAbout = (userId: string) => readEntriesAbout(db, userId);

  async function close(): Promise<void> {
    await app.close();
    await inbox.stop();
  }
  return { app, inbox, db, groupId, admin, boss, person, invited, linkTo, invitedWithToken, accept, linesAbout, close };
}
