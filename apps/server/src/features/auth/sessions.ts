import type { Session } from '@portal/contract/auth';
import type pg from 'pg';
import type { CurrentUser, DataVersions } from '../../access/current-user.ts';
import { type Clock, minuteMs } from '../../platform/clock.ts';
import { deriveKey, type Key, sha256 } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { actorOf, recordActivity } from '../activity/record-activity.ts';
import { createSessionToken } from './session-tokens.ts';

export type SessionLimits = {
  /** Idle time after which a session ends. */
  idleMs: number;
  /** Maximum lifetime of a session, however active it is. */
  absoluteMs: number;
};

export type SessionSettings = {
  sessionLimits: SessionLimits;
  /** Key for the MACs of tokens. */
  sessionKey: Key;
};

/** Settings of sessions in a configuration; `serverKey` as for `deriveKey`. */
export function readSessionSettings(config: { sessionLimits: SessionLimits; serverKey: string }): SessionSettings {
  return { sessionLimits: config.sessionLimits, sessionKey: deriveKey(config.serverKey, 'session tokens') };
}

export type SessionDependencies = Pick<SessionSettings, 'sessionLimits'> & {
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  /** The statement of `writeSessionQuery`. */
  sessionQuery: string;
};

const MAX_USER_AGENT_LENGTH = 300;

/** Opens a session and returns its token. Only the token's hash is stored. */
export async function openSession(
  db: Database,
  userId: string,
  userAgent: string | null,
  now: Date,
  { sessionLimits, sessionKey }: SessionSettings,
): Promise<string> {
  const token = createSessionToken(sessionKey);
  const session = {
    user_id: userId,
    token_hash: sha256(token),
    user_agent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + sessionLimits.absoluteMs),
  };
  await db.insertInto('sessions').values(session).execute();
  return token;
}

type SessionRow = Omit<CurrentUser, 'at' | 'versions'> & DataVersions & { lastUsedAt: string };

/**
 * The statement that finds a session, with queries for `CurrentUser.versions`, which save the features that cache by them a
 * query. Written once for all requests, not by each.
 */
export function writeSessionQuery(versionQueries: Readonly<Record<keyof DataVersions, string>>): string {
  const versionColumns = Object.entries(versionQueries).map(([name, query]) => `, (${query}) as "${name}"`);
  return `select s.id as "sessionId", s.last_used_at as "lastUsedAt", u.id as "userId", u.email, u.full_name as "fullName",
      g.type as role, u.customer_id as "customerId"${versionColumns.join('')}
    from sessions s
    join users u on u.id = s.user_id
    left join groups g on g.id = u.group_id
    where s.token_hash = $1 and s.expires_at > $2 and s.last_used_at > $3
      and u.status = 1 and (u.expires_at is null or u.expires_at > $2)`;
}

/**
 * Returns the user of the session, or undefined if the session has ended or the user may no longer sign in. One
 * prepared statement, because it runs before each request. With `extend: false` the use does not restart the idle time:
 * an open page alone does not keep its session alive.
 */
export async function readCurrentUser(
  { db, pool, clock, sessionLimits, sessionQuery }: SessionDependencies,
  token: string,
  { extend } = { extend: true },
): Promise<CurrentUser | undefined> {
  const now = clock.now();
  const { rows } = await pool.query<SessionRow>({
    name: 'find-session',
    text: sessionQuery,
    values: [sha256(token), now.toISOString(), idleSince(now, sessionLimits)],
  });
  const [found] = rows;
  if (found === undefined) return undefined;
  const { lastUsedAt, sessionId, userId, email, fullName, role, customerId, ...versions } = found;
  // Writing at most once a minute is precise enough for the idle limit and avoids a write per request.
  if (extend && now.getTime() - new Date(lastUsedAt).getTime() >= minuteMs) {
    await db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', sessionId).execute();
  }
  return { sessionId, userId, email, fullName, role, customerId, versions, at: now.toISOString() };
}

/** Sessions last used before this instant (ISO 8601) have expired. */
function idleSince(now: Date, limits: SessionLimits): string {
  return new Date(now.getTime() - limits.idleMs).toISOString();
}

/** The current user's live sessions, the most recently used first. */
export async function listSessions(
  { db, clock, sessionLimits }: SessionDependencies,
  currentUser: CurrentUser,
): Promise<Session[]> {
  const now = clock.now();
  const found = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent as userAgent', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select('expires_at as expiresAt')
    .where('user_id', '=', currentUser.userId)
    .where('expires_at', '>', now.toISOString())
    .where('last_used_at', '>', idleSince(now, sessionLimits))
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
  return found.map((session) => ({ ...withoutNulls(session), current: session.id === currentUser.sessionId }));
}

/** Ends one of the current user's sessions; 404 for any other id. */
export async function endSession({ db }: { db: Database }, { userId }: CurrentUser, id: string): Promise<void> {
  if (!(await deleteSession(db, userId, id))) throw notFound('There is no such session.');
}

/** Ends all sessions of the current user except this one; returns how many. */
export async function endOtherSessions({ db }: { db: Database }, currentUser: CurrentUser): Promise<number> {
  const others = db.deleteFrom('sessions').where('user_id', '=', currentUser.userId);
  return (await others.where('id', '<>', currentUser.sessionId).returning('id').execute()).length;
}

/** Ends the current session. */
export async function signOut({ db, clock }: SessionDependencies, currentUser: CurrentUser): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await deleteSession(transaction, currentUser.userId, currentUser.sessionId))) return;
    const actor = actorOf(currentUser);
    await recordActivity(transaction, { at: clock.now(), action: 'sign-out', actor, subject: actor });
  });
}

/** Returns false if the user has no such session. */
async function deleteSession(db: Database, userId: string, id: string): Promise<boolean> {
  const deleted = db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id);
  return (await deleted.returning('id').execute()).length > 0;
}
