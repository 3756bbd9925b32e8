import type { Insertable } from 'kysely';
import { lockUser } from '../../access/lock-user.ts';
import { anyUserScope } from '../../access/people-scope.ts';
import type { Database } from '../../platform/database.ts';
import { runSql, sql } from '../../platform/sql.ts';
import type { Tables } from '../../platform/tables.ts';

/** A sign-in with a correct password, waiting for its mailed code. */
type NewAttempt = Insertable<Tables['sign_in_attempts']> & { device: string | null };

/**
 * Locks the user, starts a sign-in attempt and ends the present one. Only the latest code is valid, separately for each known device and
 * for everyone else, so that a stranger who has the password cannot replace the owner's code.
 */
export async function replaceAttempt(db: Database, attempt: NewAttempt): Promise<void> {
  // Without the lock, two concurrent sign-ins would not see each other's row, and both would stay valid.
  await lockUser(anyUserScope(), db, attempt.user_id);
  await db
    .updateTable('sign_in_attempts')
    .set({ ended_at: attempt.created_at })
    .where('user_id', '=', attempt.user_id)
    .where('ended_at', 'is', null)
    .where('device', 'is not distinct from', attempt.device)
    .execute();
  await db.insertInto('sign_in_attempts').values(attempt).execute();
}

/** Ends all sign-in attempts of a user. */
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
  /** Id of the attempt. */
  id: string;
  codeMac: Buffer;
  /** Whether it comes from another network than the one that started the sign-in; never true on a known device. */
  isElsewhere: boolean;
  /** Tries left in the same counter. */
  triesLeft: number;
};

/**
 * Uses one try of the present attempt (of the known device, or of everyone else) if its network has one left. An attempt
 * without tries is not marked as ended; it expires.
 */
export async function takeTry(
  db: Database,
  userId: string,
  { device, network }: { device: string | undefined; network: string },
  now: Date,
): Promise<Try | undefined> {
  const isElsewhere = sql`(device is null and begun_from <> ${network})`;
  const triesLeft = sql`case when ${isElsewhere} then tries_left_elsewhere else tries_left end`;
  const statement = sql`
    update sign_in_attempts set
      tries_left = tries_left - (not ${isElsewhere})::int,
      tries_left_elsewhere = tries_left_elsewhere - ${isElsewhere}::int
    where user_id = ${userId} and ended_at is null and expires_at > ${now.toISOString()}
      and device is not distinct from ${device ?? null} and ${triesLeft} > 0
    returning id, code_mac as "codeMac", ${isElsewhere} as "isElsewhere", ${triesLeft} as "triesLeft"`;
  return (await runSql<Try>(db, statement))[0];
}

/** Ends an attempt; returns false if it had already ended, so that a code opens only one session. */
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
