import { groupLabel } from '../../access/group-label.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import { hourMs } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import type { InvitationRow } from './queries.ts';

/** Lifetime of a mailed link. */
const linkLifetimeMs = 72 * hourMs;

export type LinkDependencies = {
  outbox: Outbox;
  /** Public URL of the portal, without a trailing slash. */
  publicUrl: string;
};

/** Expiration of a link that is sent now. */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + linkLifetimeMs);
}

/**
 * Creates and mails a link for each invited user in the caller's transaction. Only the tokens' hashes are stored.
 * Suppressed users get no link.
 */
export async function sendLinks(
  { outbox, publicUrl }: LinkDependencies,
  transaction: Database,
  invited: readonly InvitationRow[],
  invitedBy: { name: string; email: string },
  now: Date,
): Promise<void> {
  const expiresAt = linkExpiry(now);
  const links = invited.filter(({ suppressed }) => !suppressed).map((user) => ({ user, token: randomToken() }));
  const rows = links.map(({ user, token }) => {
    return { token_hash: sha256(token), user_id: user.id, email: user.email, created_at: now, expires_at: expiresAt };
  });
  if (rows.length > 0) await transaction.insertInto('invitation_links').values(rows).execute();
  const mails = links.map(({ user, token }) => ({
    kind: 'invitation' as const,
    to: user.email,
    name: user.fullName,
    invitedBy: invitedBy.name,
    inviterEmail: invitedBy.email,
    groupName: groupLabel(user.groupName),
    companyName: user.customerName,
    link: `${publicUrl}/register?${new URLSearchParams({ token, email: user.email })}`,
    expiresAt: expiresAt.toISOString(),
    accessEndsAt: user.accessEndsAt,
  }));
  await outbox.postAll(transaction, mails, expiresAt);
}

/** A link with the current state of its user. */
export type LinkRow = Pick<InvitationRow, 'id' | 'email' | 'fullName' | 'status' | 'customerNetsuiteId'> & {
  /** Address that the link was mailed to. */
  mailedTo: string;
  expiresAt: string;
  accessEndsAt: string | null;
};

/** Returns the link with this token, whatever its state and its user's. */
export async function findLink(db: Database, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return db
    .selectFrom('invitation_links')
    .innerJoin('users', 'users.id', 'invitation_links.user_id')
    .select(['invitation_links.email as mailedTo', 'invitation_links.expires_at as expiresAt'])
    .select(['users.id', 'users.email', 'users.full_name as fullName', 'users.status'])
    .select(['users.customer_id as customerNetsuiteId', 'users.expires_at as accessEndsAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Activates an invited user. */
export async function acceptInvitation(
  transaction: Database,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ status: 1, password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute();
  await transaction.updateTable('invitations').set({ accepted_at: now }).where('user_id', '=', userId).execute();
}
