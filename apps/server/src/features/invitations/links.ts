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
  const rows = links.map(({ user: { id, email }, token }) => {
    return { userId: id, email, tokenHash: sha256(token), createdAt: now, expiresAt };
  });
  await insertLinks(transaction, rows);
  const mails = links.map(({ user, token }) => ({
    kind: 'invitation' as const,
    to: user.email,
    name: user.full_name,
    invitedBy: invitedBy.name,
    inviterEmail: invitedBy.email,
    groupName: groupLabel(user.group_name),
    companyName: user.customer_name,
    link: `${publicUrl}/register?${new URLSearchParams({ token, email: user.email })}`,
    expiresAt: expiresAt.toISOString(),
    accessEndsAt: user.access_ends_at,
  }));
  await outbox.postAll(transaction, mails, expiresAt);
}

/** A registration link; only the SHA-256 of its token is stored. */
type NewLink = { userId: string; email: string; tokenHash: Buffer; createdAt: Date; expiresAt: Date };

async function insertLinks(transaction: Database, links: readonly NewLink[]): Promise<void> {
  if (links.length === 0) return;
  const rows = links.map((link) => ({
    token_hash: link.tokenHash,
    user_id: link.userId,
    email: link.email,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
  }));
  await transaction.insertInto('invitation_links').values(rows).execute();
}

/** A link with its user. */
export type LinkRow = {
  user_id: string;
  /** Address that the link was mailed to. */
  mailed_to: string;
  expires_at: string;
  /** Current state of the user. */
  email: string;
  full_name: string | null;
  status: number;
  customer_id: string | null;
  access_ends_at: string | null;
};

/** Returns the link with this token, whatever its state and its user's. */
export async function findLink(db: Database, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return db
    .selectFrom('invitation_links')
    .innerJoin('users', 'users.id', 'invitation_links.user_id')
    .select(['users.id as user_id', 'invitation_links.email as mailed_to', 'invitation_links.expires_at'])
    .select(['users.email', 'users.full_name', 'users.status', 'users.customer_id'])
    .select('users.expires_at as access_ends_at')
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
