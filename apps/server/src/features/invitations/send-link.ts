import type { Outbox } from '../../jobs/send-mail.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { groupLabel } from '../users/service.ts';
import { linkLifetimeMs } from './limits.ts';
import { insertLink } from './link-queries.ts';
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

/** Makes a link for an invited user and mails it, in the transaction of its cause. Only the token's hash is kept. */
export async function sendLink(
  { outbox, publicUrl }: LinkDependencies,
  transaction: Database,
  invited: InvitationRow,
  invitedBy: string,
  now: Date,
): Promise<void> {
  const token = randomToken();
  const { email } = invited;
  const expiresAt = linkExpiry(now);
  await insertLink(transaction, { userId: invited.id, email, tokenHash: sha256(token), createdAt: now, expiresAt });
  const mail = {
    kind: 'invitation' as const,
    to: email,
    name: invited.full_name,
    invitedBy,
    groupName: groupLabel(invited.group_name),
    companyName: invited.customer_name,
    link: `${publicUrl}/register?${new URLSearchParams({ token, email })}`,
    expiresAt: expiresAt.toISOString(),
    accessEndsAt: invited.access_ends_at,
  };
  await outbox.post(transaction, mail, expiresAt);
}
