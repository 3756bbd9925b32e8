import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { type Clock, minuteMs } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { findSession, insertSession, type SessionRow, touchSession } from './session-queries.ts';

export type SessionLimits = {
  /** A session ends when it was not used for so long. */
  idleMs: number;
  /** A session ends so long after its sign-in, whatever happens. */
  absoluteMs: number;
};

const MAX_USER_AGENT_LENGTH = 300;

/** Opens a session and returns its token. Only the token's hash is kept. */
export async function openSession(
  db: Database,
  userId: string,
  userAgent: string | null,
  now: Date,
  limits: SessionLimits,
): Promise<string> {
  const token = randomToken();
  await insertSession(db, {
    userId,
    tokenHash: sha256(token),
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.absoluteMs),
  });
  return token;
}

export type SessionDependencies = { db: Database; pool: pg.Pool; clock: Clock; sessionLimits: SessionLimits };

/** Who holds this token; undefined when its session is over or its user may not be here any more. */
export async function readCurrentUser(
  dependencies: SessionDependencies,
  token: string,
): Promise<CurrentUser | undefined> {
  const { db, pool, clock, sessionLimits } = dependencies;
  const now = clock.now();
  const found = await findSession(pool, sha256(token), now, idleSince(now, sessionLimits));
  if (found === undefined) return undefined;
  // Once a minute is exact enough for the idle limit, and spares a write with each request.
  if (now.getTime() - new Date(found.last_used_at).getTime() >= minuteMs) {
    await touchSession(db, found.session_id, now);
  }
  return toCurrentUser(found, now);
}

/** The same without counting as use: a page that is only open keeps no session alive. */
export async function peekCurrentUser(
  dependencies: SessionDependencies,
  token: string,
): Promise<CurrentUser | undefined> {
  const { pool, clock, sessionLimits } = dependencies;
  const now = clock.now();
  const found = await findSession(pool, sha256(token), now, idleSince(now, sessionLimits));
  return found === undefined ? undefined : toCurrentUser(found, now);
}

function toCurrentUser(found: SessionRow, now: Date): CurrentUser {
  return {
    userId: found.user_id,
    sessionId: found.session_id,
    email: found.email,
    fullName: found.full_name,
    role: found.role,
    at: now.toISOString(),
    customerId: found.customer_id,
    ordersVersion: found.orders_version,
  };
}

/** Sessions last used before this are over. */
export function idleSince(now: Date, limits: SessionLimits): Date {
  return new Date(now.getTime() - limits.idleMs);
}
