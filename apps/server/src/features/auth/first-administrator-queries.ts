import type { Database } from '../../platform/database.ts';

/** Takes a lock until the end of the transaction, so that only one process creates the administrator. */
export async function lockGroups(transaction: Database): Promise<void> {
  await transaction.selectFrom('groups').select('id').orderBy('id').forUpdate().execute();
}

/**
 * Inserts an active administrator without a name and returns its id. If a user who is not an active administrator has
 * the address, that user becomes one.
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
