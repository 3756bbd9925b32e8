import { CompiledQuery, sql } from 'kysely';
import type { SyncScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import type { Mirror } from './mirrors.ts';

type AnyMirror = Pick<Mirror<{ readonly id: string }>, 'table' | 'customerColumn' | 'dayColumn'>;

export type Days = { from: string | null; to: string | null };

/**
 * Lands a page of records in one statement. Records that are the same already are neither written nor locked; the others
 * are in the order of their ids, so that whoever lands some of the same waits, and nobody in a circle. Of a scope of one
 * customer only records that are, or were, that customer's are touched.
 */
export async function landRows<Row extends { readonly id: string }>(
  scope: SyncScope,
  transaction: Database,
  mirror: Mirror<Row>,
  rows: readonly Row[],
): Promise<{ created: number; updated: number }> {
  const { records } = scope;
  if (rows.length === 0 || records.kind === 'none') return { created: 0, updated: 0 };
  const values: unknown[] = [rows.map(({ id }) => id)];
  for (const { field } of mirror.columns) values.push(rows.map((row) => row[field]));
  if (records.kind === 'customer') values.push(records.customerId);
  const statement = landingStatement(mirror, records.kind === 'customer');
  const { rows: counts } = await transaction.executeQuery<{ created: string; updated: string }>(
    CompiledQuery.raw(statement, values),
  );
  return { created: Number(counts[0]?.created ?? 0), updated: Number(counts[0]?.updated ?? 0) };
}

function landingStatement<Row extends { readonly id: string }>(mirror: Mirror<Row>, isOfOneCustomer: boolean): string {
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
    ), landed as (
      insert into ${table} as m (id, ${names.join(', ')})
      select id, ${names.join(', ')} from changed order by id
      on conflict (id) do update set (${names.join(', ')}) = row (${ofTable('excluded')})
      where row (${ofTable('m')}) is distinct from row (${ofTable('excluded')})
      returning xmax = 0 as created
    )
    select count(*) filter (where created) as created, count(*) filter (where not created) as updated from landed`;
}

/** Removes records of the scope; says how many there were. */
export async function removeRows(
  scope: SyncScope,
  transaction: Database,
  mirror: AnyMirror,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const removed = await sql`
    delete from ${sql.table(mirror.table)}
    where id = any(${ids}::bigint[]) and ${inScope(scope, mirror)}`.execute(transaction);
  return Number(removed.numAffectedRows ?? 0);
}

export async function countMirrored(scope: SyncScope, db: Database, mirror: AnyMirror, days: Days): Promise<number> {
  const { rows } = await sql<{ records: string }>`
    select count(*) as records from ${sql.table(mirror.table)}
    where ${inScope(scope, mirror)} and ${inDays(mirror, days)}`.execute(db);
  return Number(rows[0]?.records ?? 0);
}

export type MirroredGroup = { place: bigint; count: number; sum: bigint };

/** Counts and sums of mirrored ids, `width` ids to a group: what NetSuite is asked for in the same form. */
export async function groupMirrored(
  scope: SyncScope,
  db: Database,
  mirror: AnyMirror,
  days: Days,
  width: bigint,
): Promise<MirroredGroup[]> {
  const { rows } = await sql<{ place: string; records: string; ids: string }>`
    select id / ${width.toString()}::bigint as place, count(*) as records, sum(id) as ids
    from ${sql.table(mirror.table)}
    where ${inScope(scope, mirror)} and ${inDays(mirror, days)}
    group by 1`.execute(db);
  return rows.map(({ place, records, ids }) => ({ place: BigInt(place), count: Number(records), sum: BigInt(ids) }));
}

/** Mirrored ids above `after`, up to and with `upTo`. */
export async function listMirroredIds(
  scope: SyncScope,
  db: Database,
  mirror: AnyMirror,
  days: Days,
  range: { after: string; upTo: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(mirror.table)}
    where id > ${range.after}::bigint and id <= ${range.upTo}::bigint
      and ${inScope(scope, mirror)} and ${inDays(mirror, days)}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of some ids that are not mirrored. */
export async function findUnmirrored(
  scope: SyncScope,
  db: Database,
  mirror: AnyMirror,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${ids}::bigint[]) as wanted (id)
    where not exists (
      select from ${sql.table(mirror.table)} where ${sql.ref(`${mirror.table}.id`)} = wanted.id and ${inScope(scope, mirror)}
    )`.execute(db);
  return rows.map(({ id }) => id);
}

function inScope({ records }: SyncScope, { customerColumn, table }: AnyMirror) {
  if (records.kind === 'all') return sql`true`;
  if (records.kind === 'none') return sql`false`;
  return sql`${sql.ref(`${table}.${customerColumn}`)} = ${records.customerId}::bigint`;
}

function inDays({ dayColumn }: AnyMirror, { from, to }: Days) {
  if (dayColumn === null) return sql`true`;
  const column = sql.ref(dayColumn);
  const begin = from === null ? sql`true` : sql`${column} >= ${from}::date`;
  const end = to === null ? sql`true` : sql`${column} <= ${to}::date`;
  return sql`${begin} and ${end}`;
}
