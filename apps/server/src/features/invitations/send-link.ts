import type { Outbox } from '../../jobs/send-mail.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { groupLabel } from '../users/service.ts';
import { linkLifetimeMs } from './limits.ts';
import { insertLinks } from './link-queries.ts';
import type { InvitationRow } from './queries.ts';

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
