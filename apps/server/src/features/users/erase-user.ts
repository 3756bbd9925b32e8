import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { runSql, sql } from '../../platform/sql.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { hasActiveAdministrator } from '../auth/administrators.ts';
import { changePeople, removeUser } from './edit-queries.ts';

/**
 * Deletes a user, if it still exists, with suppressed invitations of its address, and replaces what identifies it in the
 * activity log, at files and at invitations by 'Deleted user'. Returns the number of entries of the log that changed.
 * Throws an Error with the reason if no user had the address or it is the last administrator's.
 */
export async function eraseUser(db: Database, clock: Clock, email: string): Promise<number> {
  return changePeople(db, async (transaction) => {
    const ids = await findIds(transaction, email);
    if (ids.length === 0) throw new Error(`There is no user ${email}, and the activity log names none.`);
    let entries = 0;
    for (const id of ids) entries += await eraseById(transaction, id, email, clock.now());
    return entries;
  });
}

async function eraseById(transaction: Database, id: string, email: string, now: Date): Promise<number> {
  const isLast = !(await hasActiveAdministrator(transaction, now, id));
  if (isLast && (await hasActiveAdministrator(transaction, now))) {
    throw new Error('The last administrator cannot be erased.');
  }
  const name = 'Deleted user';
  await transaction.updateTable('attachments').set({ uploaded_by_name: name }).where('uploaded_by', '=', id).execute();
  await transaction.updateTable('invitations').set({ invited_by_name: name }).where('invited_by', '=', id).execute();
  const statement = sql`select erase_from_activity_log(${id}::uuid, ${email}) as entries`;
  const [erased] = await runSql<{ entries: string }>(transaction, statement);
  const subject = { id, name, customerId: null };
  await recordActivity(transaction, { at: now, action: 'user-updated', params: { byCommand: 'erased' }, subject });
  await removeUser(transaction, id);
  return Number(erased?.entries ?? 0);
}

/** Ids of the users with this address, or of a deleted one that the activity log has under it. */
async function findIds(db: Database, email: string): Promise<string[]> {
  const users = await db.selectFrom('users').select('id').where('email', '=', email).orderBy('suppressed').execute();
  if (users.length > 0) return users.map(({ id }) => id);
  const [entry] = await runSql<{ id: string }>(
    db,
    sql`select subject_id as id from activity_log
      where action in ('user-created', 'invitation-sent', 'user-deleted') and subject_id is not null
        and (lower(params ->> 'email') = ${email} or lower(subject_name) = ${email})
      order by created_date desc limit 1`,
  );
  return entry === undefined ? [] : [entry.id];
}
