import type { Database } from '../../platform/database.ts';

/** Whether anybody active administers the portal. */
export async function hasAdministrator(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .innerJoin('groups', 'groups.id', 'users.group_id')
    .select('users.id')
    .where('groups.type', '=', 'admin')
    .where('users.status', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Makes others who want to do the same wait until this transaction has ended. */
export async function lockGroups(transaction: Database): Promise<void> {
  await transaction.selectFrom('groups').select('id').orderBy('id').forUpdate().execute();
}

/** Inserts an active administrator without a name and returns its id. */
export async function insertAdministrator(db: Database, email: string, passwordHash: string): Promise<string> {
  const inserted = await db
    .insertInto('users')
    .values(({ selectFrom }) => ({
      email,
      status: 1,
      group_id: selectFrom('groups').select('id').where('type', '=', 'admin'),
      password_hash: passwordHash,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return inserted.id;
}
