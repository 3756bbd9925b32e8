import type { Database } from '../../platform/database.ts';

/** Makes others who want to do the same wait until this transaction has ended. */
export async function lockGroups(transaction: Database): Promise<void> {
  await transaction.selectFrom('groups').select('id').orderBy('id').forUpdate().execute();
}

/**
 * Inserts an active administrator without a name and returns its id. A user who has the address already, and cannot be
 * an active administrator, becomes one.
 */
export async function insertAdministrator(db: Database, email: string, passwordHash: string): Promise<string> {
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
