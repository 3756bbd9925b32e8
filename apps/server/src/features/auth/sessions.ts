import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { type Clock, minuteMs } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { findSession, insertSession, type SessionRow, touchSession } from './session-queries.ts';

export type SessionLimits = {
  /** Idle time after which a session ends. */
  idleMs: number;
  /** Maximum lifetime of a session, however active it is. */
  absoluteMs: number;
};

const MAX_USER_AGENT_LENGTH = 300;

/** Opens a session and returns its token. Only the token's hash is stored. */
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

/** Returns the user of the session, or undefined if the session has ended or the user may no longer sign in. */
export async function readCurrentUser(
  dependencies: SessionDependencies,
  token: string,
): Promise<CurrentUser | undefined> {
  const { db, pool, clock, sessionLimits } = dependencies;
  const now = clock.now();
  const found = await findSession(pool, sha256(token), now, idleSince(now, sessionLimits));
  if (found === undefined) return undefined;
  // Writing at most once a minute is precise enough for the idle limit and avoids a write per request.
  if (now.getTime() - new Date(found.last_used_at).getTime() >= minuteMs) {
    await touchSession(db, found.session_id, now);
  }
  return toCurrentUser(found, now);
}

/** Like `readCurrentUser`, but does not extend the session: an open page alone does not keep it alive. */
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

/** Sessions last used before this instant have expired. */
export function idleSince(now: Date, limits: SessionLimits): Date {
  return new Date(now.getTime() - limits.idleMs);
}
