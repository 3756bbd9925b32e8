import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { lockUser } from './queries.ts';

/** A sign-in whose password was right: its code is on its way. */
export type NewAttempt = {
  id: string;
  userId: string;
  /** HMAC of the attempt's id and its code. */
  codeMac: Buffer;
  /** The network that it came from. */
  begunFrom: string;
  /** The known device that it came from. */
  device: string | undefined;
  createdAt: Date;
  expiresAt: Date;
};

/**
 * Begins a sign-in and ends the one under way: of an account's codes only the latest is good, of each known device and
 * of everyone else, so that a stranger who has the password does not replace the owner's code.
 */
export async function replaceAttempt(db: Database, attempt: NewAttempt): Promise<void> {
  // Two at the same moment must not both stay open.
  await lockUser(db, attempt.userId);
  await db
    .updateTable('sign_in_attempts')
    .set({ ended_at: attempt.createdAt })
    .where('user_id', '=', attempt.userId)
    .where('ended_at', 'is', null)
    .where('device', 'is not distinct from', attempt.device ?? null)
    .execute();
  await db
    .insertInto('sign_in_attempts')
    .values({
      id: attempt.id,
      user_id: attempt.userId,
      code_mac: attempt.codeMac,
      begun_from: attempt.begunFrom,
      device: attempt.device ?? null,
      created_at: attempt.createdAt,
      expires_at: attempt.expiresAt,
    })
    .execute();
}

/** Ends all sign-ins of the account that are under way. */
export async function endAttempts(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('sign_in_attempts')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

/** One try of a code. */
export type Try = {
  /** Of the attempt. */
  id: string;
  codeMac: Buffer;
  /** From another network than the one where the sign-in was begun; never on a known device. */
  isElsewhere: boolean;
  /** Of those that are counted with this one. */
  triesLeft: number;
};

/**
 * Uses up one try of the sign-in under way on a known device, or of the one of everyone else, if there is one left for
 * the network that it comes from.
 */
export function takeTry(
  db: Database,
  userId: string,
  { device, network }: { device: string | undefined; network: string },
  now: Date,
): Promise<Try | undefined> {
  const isElsewhere = sql<boolean>`(device is null and begun_from <> ${network})`;
  return db
    .updateTable('sign_in_attempts')
    .set({
      tries_left: sql<number>`tries_left - (not ${isElsewhere})::int`,
      tries_left_elsewhere: sql<number>`tries_left_elsewhere - (${isElsewhere})::int`,
    })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('device', 'is not distinct from', device ?? null)
    .where(sql<number>`case when ${isElsewhere} then tries_left_elsewhere else tries_left end`, '>', 0)
    .returning([
      'id',
      'code_mac as codeMac',
      isElsewhere.as('isElsewhere'),
      sql<number>`case when ${isElsewhere} then tries_left_elsewhere else tries_left end`.as('triesLeft'),
    ])
    .executeTakeFirst();
}

/** Ends a sign-in; false when it had ended already, so that a code is good for one session alone. */
export async function endAttempt(db: Database, id: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('sign_in_attempts')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
