import type { Outbox } from '../../jobs/send-mail.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { groupLabel } from '../users/service.ts';
import { linkLifetimeMs } from './limits.ts';
import { insertLinks } from './link-queries.ts';
import type { InvitationRow } from './queries.ts';

export type LinkDependencies = {
  outbox: Outbox;
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: string;
};

/** When a link that is sent now stops working. */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + linkLifetimeMs);
}

/**
 * Makes a link for each invited user and mails it, in the transaction of its cause. Only the tokens' hashes are kept.
 * Suppressed users get none.
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
