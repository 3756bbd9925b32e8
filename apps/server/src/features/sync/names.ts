import type { NamedRecord, NamedType } from '@portal/netsuite/source/names';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { Mirror } from './mirrors.ts';
import { lockProgress } from './order-progress-queries.ts';
import type { RunContext } from './run-context.ts';

/** Columns that display the name of each type of record, without `_id` and `_name`. */
const shownNames: Readonly<Record<Mirror['table'], Partial<Record<NamedType, string>>>> = {
  sales_orders: { customer: 'customer', term: 'terms', location: 'location', currency: 'currency', job: 'project' },
  customers: {
    ...{ customercategory: 'category', entitystatus: 'entity_status', term: 'terms', currency: 'currency' },
    ...{ pricelevel: 'price_level', subsidiary: 'subsidiary', employee: 'sales_rep', language: 'language' },
  },
  fulfillments: { shipitem: 'method' },
  invoices: { currency: 'currency' },
};

/** Looks up all names in use: renaming a term changes no order's date. The last known name stands for a hidden one. */
export async function lookUpNames({ db, reader, signal }: RunContext): Promise<void> {
  const { rows: known } = await sql<NamedRecord>`select * from netsuite_names`.execute(db);
  await reader.loadNames(known, { signal });
}

/** Stores names, and updates those that changed in all records that show them. */
export async function storeNames(transaction: Database, names: readonly NamedRecord[]): Promise<void> {
  const renamed = await saveNames(transaction, names);
  if (renamed.length === 0) return;
  await lockProgress(transaction, 'target');
  for (const [table, columns] of Object.entries(shownNames)) {
    for (const [type, column] of Object.entries(columns)) {
      const ofType = renamed.filter((each) => each.type === type);
      if (ofType.length === 0) continue;
      const [id, name] = [sql.ref(`${column}_id`), sql.ref(`${column}_name`)];
      await sql`
        update ${sql.table(table)} set ${name} = renamed.name
        from unnest(${ofType.map((each) => each.id)}::text[], ${ofType.map((each) => each.name)}::text[]) as renamed (id, name)
        where ${id}::text = renamed.id and ${name} is distinct from renamed.name`.execute(transaction);
    }
  }
  const items = renamed.filter(({ type }) => type === 'item');
  await renameItems(transaction, items);
}

/**
 * Stores names and returns those that records have to show from now on: changed ones, and the last known names of ids that
 * the role may not look up any more. An id without a name is stored with itself, so that it is looked up again.
 */
async function saveNames(transaction: Database, names: readonly NamedRecord[]): Promise<NamedRecord[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<NamedRecord>`
    with given as (
      select * from unnest(${names.map(({ type }) => type)}::text[], ${names.map(({ id }) => id)}::text[],
        ${names.map(({ name }) => name)}::text[]) as given (type, id, name)
    ), renamed as (
      select type, id, coalesce(given.name, known.name) as name from given join netsuite_names known using (type, id)
      where known.name <> coalesce(given.name, id)
    ), saved as (
      insert into netsuite_names as known (type, id, name)
      select type, id, coalesce(given.name, former.name, id) from given left join netsuite_names former using (type, id)
      on conflict (type, id) do update set name = excluded.name where known.name <> excluded.name
    )
    select * from renamed`.execute(transaction);
  return rows;
}

/** Items stand in the lines of orders and of fulfillments. Each table is read once, however many items were renamed. */
async function renameItems(transaction: Database, items: readonly NamedRecord[]): Promise<void> {
  if (items.length === 0) return;
  const names = JSON.stringify(Object.fromEntries(items.map(({ id, name }) => [id, name])));
  const newName = sql`${names}::jsonb -> (line #>> '{item,id}')`;
  const isOther = sql`line #> '{item,refName}' <> ${newName}`;
  for (const table of ['fulfillments', 'order_lines']) {
    await sql`
      update ${sql.table(table)} set lines = (
        select jsonb_agg(coalesce(jsonb_set(line, '{item,refName}', ${newName}), line) order by place)
        from jsonb_array_elements(lines) with ordinality as each_line (line, place)
      )
      where exists (select from jsonb_array_elements(lines) as each_line (line) where ${isOther})`.execute(transaction);
  }
}
