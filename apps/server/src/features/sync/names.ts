import type { NamedRecord, NamedType, Remember } from '@portal/netsuite/source/names';
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

/** Stores names that are not known yet, and ids without one, so that a later name counts as changed; finds the known ones. */
export function rememberNames(db: Database): Remember {
  return async (type, names) => {
    const { rows } = await sql<NamedRecord>`
      with added as (
        insert into netsuite_names (type, id, name) select ${type}, id, coalesce(name, id)
        from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as given (id, name) order by id on conflict do nothing
      )
      select * from netsuite_names where type = ${type} and id = any(${[...names.keys()]})`.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
}

/** Looks up all names in use: renaming a term changes no order's date. */
export async function lookUpNames({ db, reader, signal }: RunContext): Promise<void> {
  const { rows: known } = await sql<NamedRecord>`select * from netsuite_names`.execute(db);
  await reader.loadNames(known, { signal });
}

/** Stores names, in order so that runs wait for each other, and updates those that are new or changed wherever they are shown. */
export async function storeNames(transaction: Database, names: readonly NamedRecord[]): Promise<void> {
  const { rows: renamed } = await sql<NamedRecord>`
    insert into netsuite_names as known (type, id, name)
    select * from unnest(${names.map(({ type }) => type)}::text[], ${names.map(({ id }) => id)}::text[],
      ${names.map(({ name }) => name)}::text[]) order by 1, 2
    on conflict (type, id) do update set name = excluded.name where known.name <> excluded.name
    returning *`.execute(transaction);
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
