import type { Role } from '@portal/contract/permissions';
import type pg from 'pg';
import type { Database } from '../../platform/database.ts';

/** A session to open; `expiresAt` is its absolute end. */
export type NewSession = {
  userId: string;
  tokenHash: Buffer;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertSession(db: Database, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** A live session with the current state of its user. */
export type SessionRow = {
  session_id: string;
  last_used_at: string;
  user_id: string;
  email: string;
  full_name: string | null;
  role: Role | null;
  customer_id: string | null;
  orders_version: string;
};

/**
 * Reads everything about the sender of a request in one prepared statement, because it runs before each request. It
 * includes the version of the mirrored orders, which most requests need next.
 */
export async function findSession(
  pool: pg.Pool,
  tokenHash: Buffer,
  now: Date,
  idleSince: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<SessionRow>({
    name: 'find-session',
    text: `select s.id as session_id, s.last_used_at, u.id as user_id, u.email, u.full_name, g.type as role, u.customer_id,
        (select version from mirror_versions where mirror = 'orders') as orders_version
      from sessions s
      join users u on u.id = s.user_id
      left join groups g on g.id = u.group_id
      where s.token_hash = $1 and s.expires_at > $2 and s.last_used_at > $3
        and u.status = 1 and (u.expires_at is null or u.expires_at > $2)`,
    values: [tokenHash, now.toISOString(), idleSince.toISOString()],
  });
  return rows[0];
}

/** Records a use, which restarts the idle time. */
export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** A user's live sessions, the most recently used first. */
export async function listSessions(db: Database, userId: string, now: Date, idleSince: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .where('last_used_at', '>', idleSince.toISOString())
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Ends one session of a user; returns false if the user has no such session. */
export async function deleteSession(db: Database, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Ends all sessions of a user except one; returns how many it ended. */
export async function deleteOtherSessions(db: Database, userId: string, keptId: string): Promise<number> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', keptId)
    .returning('id')
    .execute();
  return deleted.length;
}
