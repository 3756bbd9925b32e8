import type { SyncKind } from '@portal/contract/sync';
import type { NamedRecord } from '@portal/netsuite/source/names';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** Assigns the mirror to this account if it belongs to none yet. Returns the account that the mirror belongs to. */
export async function claimAccount(db: Database, accountId: string): Promise<string> {
  await db
    .insertInto('netsuite_account')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { account_id } = await db.selectFrom('netsuite_account').select('account_id').executeTakeFirstOrThrow();
  return account_id;
}

/** Columns from the last probe; undefined before the first one. */
export async function findColumns(
  db: Database,
  kind: SyncKind,
): Promise<{ columns: string[]; probedAt: string } | undefined> {
  const found = await db
    .selectFrom('netsuite_columns')
    .select(['columns', 'probed_at'])
    .where('kind', '=', kind)
    .executeTakeFirst();
  return found === undefined ? undefined : { columns: found.columns, probedAt: found.probed_at };
}

export async function saveColumns(db: Database, kind: SyncKind, columns: readonly string[], now: Date): Promise<void> {
  const values = { columns: [...columns], probed_at: now };
  await db
    .insertInto('netsuite_columns')
    .values({ kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute();
}

/** Stores names and returns those that changed, which means that the records were renamed. */
export async function saveNames(db: Database, names: readonly NamedRecord[]): Promise<NamedRecord[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<NamedRecord>`
    with given as (
      select * from unnest(${names.map(({ type }) => type)}::text[], ${names.map(({ id }) => id)}::text[],
        ${names.map(({ name }) => name)}::text[]) as given (type, id, name)
    ), renamed as (
      select given.* from given join netsuite_names known using (type, id) where known.name <> given.name
    ), saved as (
      insert into netsuite_names as known (type, id, name) select * from given
      on conflict (type, id) do update set name = excluded.name where known.name <> excluded.name
    )
    select * from renamed`.execute(db);
  return rows;
}

/** Ids of displayed names, by type. */
export async function listNamedIds(db: Database): Promise<{ type: NamedRecord['type']; ids: string[] }[]> {
  const { rows } = await sql<{ type: NamedRecord['type']; ids: string[] }>`
    select type, array_agg(id) as ids from netsuite_names group by type`.execute(db);
  return rows;
}
