import { MIN_PASSWORD_LENGTH } from '@portal/contract/values';
import { isActiveAt } from '../../access/scope-sql.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { runSql, sql } from '../../platform/sql.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { endAttempts } from './attempt-queries.ts';
import { deleteEmailChange } from './email-change.ts';
import { findPasswordFault } from './password-policy.ts';
import { hashPassword } from './passwords.ts';
import { dropResets } from './replace-password.ts';

/**
 * Creates the first administrator if there is none; returns whether it did. Safe to run in several processes at once.
 * Throws, with the reason, for an easily guessed password.
 */
export async function ensureFirstAdministrator(
  db: Database,
  clock: Clock,
  account: { email: string; password: string },
): Promise<boolean> {
  if (await hasActiveAdministrator(db, clock.now())) return false;
  const passwordHash = await hashNewPassword(account);
  return db.transaction().execute(async (transaction) => {
    await lockGroups(transaction);
    if (await hasActiveAdministrator(transaction, clock.now())) return false;
    const { email } = account;
    const id = await insertAdministrator(transaction, email, passwordHash);
    const subject = { id, name: email, customerId: null };
    await recordActivity(transaction, { at: clock.now(), action: 'user-created', params: { email }, subject });
    return true;
  });
}

/**
 * Makes this address an active administrator with this password and ends its sessions, also while there are other
 * administrators. Throws, with the reason, for an easily guessed password.
 */
export async function recoverAdministrator(
  db: Database,
  clock: Clock,
  account: { email: string; password: string },
): Promise<void> {
  const passwordHash = await hashNewPassword(account);
  await db.transaction().execute(async (transaction) => {
    await lockGroups(transaction);
    const id = await insertAdministrator(transaction, account.email, passwordHash);
    await endAttempts(transaction, id, clock.now());
    await dropResets(transaction, id);
    // An intruder may have asked for a link that changes the address of the account.
    await deleteEmailChange(transaction, id);
    await transaction.deleteFrom('sessions').where('user_id', '=', id).execute();
    const subject = { id, name: account.email, customerId: null };
    const params = { byCommand: 'made an administrator with a new password' };
    await recordActivity(transaction, { at: clock.now(), action: 'user-updated', params, subject });
  });
}

async function hashNewPassword({ email, password }: { email: string; password: string }): Promise<string> {
  const fault = findPasswordFault(password, email, MIN_PASSWORD_LENGTH);
  if (fault !== undefined) throw new Error(`No administrator was made. ${fault}.`);
  return hashPassword(password);
}

/**
 * Whether the portal has an active administrator other than `exceptId`: in the administrators group and not expired.
 */
export async function hasActiveAdministrator(db: Database, now: Date, exceptId?: string): Promise<boolean> {
  const isOther = exceptId === undefined ? sql`true` : sql`users.id <> ${exceptId}`;
  const statement = sql`select users.id from users join groups on groups.id = group_id
    where groups.type = 'admin' and ${isActiveAt(now.toISOString())} and ${isOther} limit 1`;
  return (await runSql(db, statement)).length > 0;
}

/** Takes a lock until the end of the transaction, so that only one process creates the administrator. */
async function lockGroups(transaction: Database): Promise<void> {
  await transaction.selectFrom('groups').select('id').orderBy('id').forUpdate().execute();
}

/**
 * Inserts an active administrator without a name and returns its id. If a user who is not an active administrator has
 * the address, that user becomes one.
 */
async function insertAdministrator(db: Database, email: string, passwordHash: string): Promise<string> {
  const inserted = await db
    .insertInto('users')
    .values(({ selectFrom }) => ({
      email,
      status: 1,
      group_id: selectFrom('groups').select('id').where('type', '=', 'admin'),
      password_hash: passwordHash,
    }))
    .onConflict((conflict) =>
      conflict
        .column('email')
        .where('suppressed', '=', false)
        .doUpdateSet(({ ref }) => ({
          status: 1,
          group_id: ref('excluded.group_id'),
          password_hash: passwordHash,
          customer_id: null,
          expires_at: null,
        })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return inserted.id;
}
