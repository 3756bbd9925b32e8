import type { Role } from '@portal/contract/permissions';
import { type Clock, isPast } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { hasActiveAdministrator } from '../auth/administrators.ts';
import { changePeople, endSessions } from './edit-queries.ts';

/** A user as the command line lists it. */
export type Account = {
  id: string;
  email: string;
  fullName: string | null;
  role: Role | null;
  state: 'active' | 'pending' | 'expired';
};

/** All users by email address. */
export async function listAccounts(db: Database, now: Date): Promise<Account[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('groups', 'groups.id', 'users.group_id')
    .select(['users.id', 'email', 'full_name', 'groups.type', 'status', 'expires_at'])
    .where('suppressed', '=', false)
    .orderBy('email')
    .execute();
  return rows.map(({ id, email, full_name: fullName, type: role, status, expires_at: end }) => {
    return { id, email, fullName, role, state: isPast(end, now) ? 'expired' : status === 1 ? 'active' : 'pending' };
  });
}

/**
 * Ends a user's access now and signs it out everywhere, as when a guest's access expires. Throws an Error with the
 * reason if there is no such user or it is the last administrator.
 */
export async function disableUser(db: Database, clock: Clock, email: string): Promise<void> {
  const now = clock.now();
  await setEnd(db, email, now, now, 'disabled', async (transaction, { id, role }) => {
    if (role === 'admin' && !(await hasActiveAdministrator(transaction, now, id))) {
      throw new Error('The last administrator cannot be disabled.');
    }
    await endSessions(transaction, id);
  });
}

/** Lets a disabled user sign in again. Throws an Error if there is no such user. */
export async function enableUser(db: Database, clock: Clock, email: string): Promise<void> {
  await setEnd(db, email, null, clock.now(), 'enabled', async () => undefined);
}

async function setEnd(
  db: Database,
  email: string,
  expiresAt: Date | null,
  now: Date,
  byCommand: 'disabled' | 'enabled',
  prepare: (transaction: Database, user: Account) => Promise<void>,
): Promise<void> {
  await changePeople(db, async (transaction) => {
    const user = (await listAccounts(transaction, now)).find((account) => account.email === email);
    if (user === undefined) throw new Error(`There is no user ${email}.`);
    await prepare(transaction, user);
    const { customer_id: customerId } = await transaction
      .updateTable('users')
      .set({ expires_at: expiresAt, updated_at: now })
      .where('id', '=', user.id)
      .returning('customer_id')
      .executeTakeFirstOrThrow();
    const subject = { id: user.id, name: user.fullName ?? user.email, customerId };
    await recordActivity(transaction, { at: now, action: 'user-updated', params: { byCommand }, subject });
  });
}
