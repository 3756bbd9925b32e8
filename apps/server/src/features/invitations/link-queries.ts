import type { Database } from '../../platform/database.ts';

/** A registration link; only the SHA-256 of its token is stored. */
export type NewLink = { userId: string; email: string; tokenHash: Buffer; createdAt: Date; expiresAt: Date };

export async function insertLinks(transaction: Database, links: readonly NewLink[]): Promise<void> {
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
