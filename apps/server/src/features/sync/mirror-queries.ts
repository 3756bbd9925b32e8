import type { NamedRecord, NamedType } from '@portal/netsuite/source/names';
import { CompiledQuery, sql } from 'kysely';
import type { SyncScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import type { Mirror, MirroredRow } from './mirrors.ts';
import { lockProgress } from './order-progress-queries.ts';

export type Days = { from: string | null; to: string | null };

/**
 * Upserts a page of records in one statement. Unchanged records are neither written nor locked; the others are locked
 * in id order, so that concurrent writers cannot deadlock. In the scope of one customer, only records that are or were
 * that customer's are changed.
 */
export async function upsertRows(
  scope: SyncScope,
  transaction: Database,
  mirror: Mirror,
  rows: readonly (MirroredRow & { readonly [field: string]: unknown })[],
): Promise<{ created: number; updated: number }> {
  const { records } = scope;
  if (rows.length === 0 || records.kind === 'none') return { created: 0, updated: 0 };
  const values: unknown[] = [rows.map(({ id }) => id)];
  for (const { field, type } of mirror.columns) {
    values.push(rows.map((row) => (type === 'jsonb' && row[field] !== null ? JSON.stringify(row[field]) : row[field])));
  }
  if (records.kind === 'customer') values.push(records.customerId);
  const statement = upsertStatement(mirror, records.kind === 'customer');
  const { rows: counts } = await transaction.executeQuery<{ created: string; updated: string }>(
    CompiledQuery.raw(statement, values),
  );
  return { created: Number(counts[0]?.created ?? 0), updated: Number(counts[0]?.updated ?? 0) };
}

function upsertStatement(mirror: Mirror, isOfOneCustomer: boolean): string {
  const { table, customerColumn, columns } = mirror;
  const names = columns.map(({ column }) => column);
  const arrays = columns.map(({ type }, index) => `$${index + 2}::${type}[]`);
  const ofTable = (name: string) => names.map((column) => `${name}.${column}`).join(', ');
  const owner = `$${columns.length + 2}::bigint`;
  const isOwn = isOfOneCustomer ? `and ${owner} in (i.${customerColumn}, m.${customerColumn})` : '';
  return `
    with incoming as (
      select * from unnest($1::bigint[], ${arrays.join(', ')}) as page (id, ${names.join(', ')})
    ), changed as (
      select i.* from incoming i left join ${table} m on m.id = i.id
      where (m.id is null or row (${ofTable('m')}) is distinct from row (${ofTable('i')})) ${isOwn}
    ), upserted as (
      insert into ${table} as m (id, ${names.join(', ')})
      select id, ${names.join(', ')} from changed order by id
      on conflict (id) do update set (${names.join(', ')}) = row (${ofTable('excluded')})
      where row (${ofTable('m')}) is distinct from row (${ofTable('excluded')})
      returning xmax = 0 as created
    )
    select count(*) filter (where created) as created, count(*) filter (where not created) as updated from upserted`;
}

/** Deletes records in scope; returns their number. */
export async function removeRows(
  scope: SyncScope,
  transaction: Database,
  mirror: Mirror,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const removed = await sql`
    delete from ${sql.table(mirror.table)}
    where id = any(${ids}::bigint[]) and ${inScope(scope, mirror)}`.execute(transaction);
  return Number(removed.numAffectedRows ?? 0);
}

/** Number of mirrored records without those whose deletion is held, which NetSuite does not return. */
export async function countMirrored(scope: SyncScope, db: Database, mirror: Mirror, days: Days): Promise<number> {
  const { rows } = await sql<{ records: string }>`
    select count(*) as records from ${sql.table(mirror.table)}
    where ${inScope(scope, mirror)} and ${inDays(mirror, days)} and ${isNotHeld(mirror)}`.execute(db);
  return Number(rows[0]?.records ?? 0);
}

/** `newest` is ISO 8601 UTC with seconds, and `amount` without idle zeros, as in NetSuite's answers. */
export type MirroredBucket = {
  bucket: bigint;
  count: number;
  sum: bigint;
  newest: string | null;
  amount: string | null;
};

/** Count, sum of ids, latest change and sum of amounts of mirrored records per bucket of `bucketSize` ids. */
export async function bucketMirrored(
  scope: SyncScope,
  db: Database,
  mirror: Mirror,
  days: Days,
  bucketSize: bigint,
): Promise<MirroredBucket[]> {
  const amount =
    mirror.amountColumn === undefined ? sql`null` : sql`trim_scale(sum(${sql.ref(mirror.amountColumn)}))::text`;
  const { rows } = await sql<{
    bucket: string;
    records: string;
    ids: string;
    newest: string | null;
    amount: string | null;
  }>`
    select id / ${bucketSize.toString()}::bigint as bucket, count(*) as records, sum(id) as ids,
      to_char(max(last_modified_date) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as newest,
      ${amount} as amount
    from ${sql.table(mirror.table)}
    where ${inScope(scope, mirror)} and ${inDays(mirror, days)} and ${isNotHeld(mirror)}
    group by 1`.execute(db);
  return rows.map(({ bucket, records, ids, ...sums }) => ({
    bucket: BigInt(bucket),
    count: Number(records),
    sum: BigInt(ids),
    ...sums,
  }));
}

/** Mirrored ids above `after`, up to and including `upTo`, without those whose deletion is held. */
export async function listMirroredIds(
  scope: SyncScope,
  db: Database,
  mirror: Mirror,
  days: Days,
  range: { after: string; upTo: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(mirror.table)}
    where id > ${range.after}::bigint and id <= ${range.upTo}::bigint
      and ${inScope(scope, mirror)} and ${inDays(mirror, days)} and ${isNotHeld(mirror)}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the given ids that are not mirrored. */
export async function findUnmirrored(
  scope: SyncScope,
  db: Database,
  mirror: Mirror,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${ids}::bigint[]) as wanted (id)
    where not exists (
      select from ${sql.table(mirror.table)} where ${sql.ref(`${mirror.table}.id`)} = wanted.id and ${inScope(scope, mirror)}
    )`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids of rows whose mirrored version is newer, and locks all of them until the transaction ends. */
export async function findOutdated(
  scope: SyncScope,
  transaction: Database,
  mirror: Mirror,
  rows: readonly MirroredRow[],
): Promise<string[]> {
  if (mirror.progress !== undefined) await lockProgress(transaction, mirror.progress);
  const { rows: mirrored } = await sql<{ id: string; is_newer: boolean | null }>`
    select id, last_modified_date > given.modified as is_newer
    from ${sql.table(mirror.table)}
    join unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => row.lastModifiedDate)}::timestamptz[])
      as given (given_id, modified) on given_id = id
    where ${inScope(scope, mirror)}
    order by id for update of ${sql.table(mirror.table)}`.execute(transaction);
  return mirrored.filter(({ is_newer }) => is_newer).map(({ id }) => id);
}

/** Columns that display the name of each type of record. */
const shownNames: readonly { type: NamedType; table: Mirror['table']; column: string }[] = [
  { type: 'customer', table: 'sales_orders', column: 'customer' },
  { type: 'term', table: 'sales_orders', column: 'terms' },
  { type: 'location', table: 'sales_orders', column: 'location' },
  { type: 'currency', table: 'sales_orders', column: 'currency' },
  { type: 'job', table: 'sales_orders', column: 'project' },
  { type: 'customercategory', table: 'customers', column: 'category' },
  { type: 'entitystatus', table: 'customers', column: 'entity_status' },
  { type: 'term', table: 'customers', column: 'terms' },
  { type: 'currency', table: 'customers', column: 'currency' },
  { type: 'pricelevel', table: 'customers', column: 'price_level' },
  { type: 'subsidiary', table: 'customers', column: 'subsidiary' },
  { type: 'employee', table: 'customers', column: 'sales_rep' },
  { type: 'shipitem', table: 'fulfillments', column: 'method' },
  { type: 'currency', table: 'invoices', column: 'currency' },
];

/** Updates the displayed names in all records. */
export async function renameInMirrors(transaction: Database, renamed: readonly NamedRecord[]): Promise<void> {
  if (renamed.length === 0) return;
  await lockProgress(transaction, 'target');
  for (const { type, table, column } of shownNames) {
    const names = renamed.filter((each) => each.type === type);
    if (names.length === 0) continue;
    const [id, name] = [sql.ref(`${column}_id`), sql.ref(`${column}_name`)];
    await sql`
      update ${sql.table(table)} set ${name} = renamed.name
      from unnest(${names.map((each) => each.id)}::text[], ${names.map((each) => each.name)}::text[]) as renamed (id, name)
      where ${id}::text = renamed.id and ${name} is distinct from renamed.name`.execute(transaction);
  }
  for (const { id, name } of renamed.filter(({ type }) => type === 'item')) await renameItem(transaction, id, name);
}

/** Items stand in the lines of orders, and in those of the orders' fulfillments. */
async function renameItem(transaction: Database, id: string, name: string): Promise<void> {
  const ofItem = JSON.stringify([{ item: { id } }]);
  const renamed = sql`(
      select jsonb_agg(case when line #>> '{item,id}' = ${id}::text then jsonb_set(line, '{item,refName}', to_jsonb(${name}::text))
        else line end order by place)
      from jsonb_array_elements(lines) with ordinality as each_line (line, place))`;
  await sql`
    update fulfillments set lines = ${renamed}
    where order_id in (select order_id from order_lines where lines @> ${ofItem}::jsonb) and lines @> ${ofItem}::jsonb`.execute(
    transaction,
  );
  await sql`update order_lines set lines = ${renamed} where lines @> ${ofItem}::jsonb`.execute(transaction);
}

function isNotHeld({ kind, table }: Mirror) {
  return sql`not exists (
    select from sync_held_deletions held where held.kind = ${kind} and held.record_id = ${sql.ref(`${table}.id`)}
  )`;
}

function inScope({ records }: SyncScope, { customerColumn, table }: Mirror) {
  if (records.kind === 'all') return sql`true`;
  if (records.kind === 'none') return sql`false`;
  return sql`${sql.ref(`${table}.${customerColumn}`)} = ${records.customerId}::bigint`;
}

function inDays({ dayColumn }: Mirror, { from, to }: Days) {
  if (dayColumn === undefined) return sql`true`;
  const column = sql.ref(dayColumn);
  const begin = from === null ? sql`true` : sql`${column} >= ${from}::date`;
  const end = to === null ? sql`true` : sql`${column} <= ${to}::date`;
  return sql`${begin} and ${end}`;
}
