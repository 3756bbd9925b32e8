import type { IdBucket, IdRange } from '@portal/netsuite/source/record-source';
import { CompiledQuery, sql } from 'kysely';
import type { SyncScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import type { Mirror, MirroredRow } from './mirrors.ts';
import { lockProgress } from './order-progress-queries.ts';

/** The part of a mirror that a run is about. */
export type MirrorPart = {
  scope: SyncScope;
  db: Database;
  mirror: Mirror;
  days: { from: string | null; to: string | null };
};

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
  const customer = `$${columns.length + 2}::bigint`;
  const isOwn = isOfOneCustomer ? `and ${customer} in (i.${customerColumn}, m.${customerColumn})` : '';
  // Compared again on conflict, since a concurrent writer may have changed the row. `xmax` is 0 for inserted rows.
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
export async function countMirrored(part: MirrorPart): Promise<number> {
  const { db, mirror } = part;
  const { rows } = await sql<{ records: string }>`
    select count(*) as records from ${sql.table(mirror.table)} where ${isIn(part)}`.execute(db);
  return Number(rows[0]?.records ?? 0);
}

/** As NetSuite's buckets: `newest` with seconds, and `sums` without idle zeros. */
export type MirroredBucket = Omit<IdBucket, 'range'>;

/** Count, sum of ids, latest change and further sums of mirrored records per bucket of `bucketSize` ids. */
export async function bucketMirrored(part: MirrorPart, bucketSize: bigint): Promise<MirroredBucket[]> {
  const { db, mirror } = part;
  const sums = mirror.sumColumns.map((column) => sql`trim_scale(sum(${sql.ref(column)}::numeric * id * id))::text`);
  const { rows } = await sql<Record<'bucket' | 'count' | 'sum', string> & Pick<MirroredBucket, 'newest' | 'sums'>>`
    select id / ${bucketSize.toString()}::bigint as bucket, count(*), sum(id), array[${sql.join(sums)}]::text[] as sums,
      to_char(max(last_modified_date) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as newest
    from ${sql.table(mirror.table)} where ${isIn(part)} group by 1`.execute(db);
  return rows.map(({ bucket, count, sum, ...row }) => {
    return { bucket: BigInt(bucket), count: Number(count), sum: BigInt(sum), ...row };
  });
}

/** Mirrored ids above `after`, up to and including `upTo`, without those whose deletion is held. */
export async function listMirroredIds(part: MirrorPart, { after, upTo }: IdRange): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(part.mirror.table)}
    where id > ${after}::bigint and id <= ${upTo}::bigint and ${isIn(part)}
    order by id`.execute(part.db);
  return rows.map(({ id }) => id);
}

/** Those of the ids that are mirrored. */
export async function findMirrored(
  { scope, db, mirror }: Pick<MirrorPart, 'scope' | 'db' | 'mirror'>,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(mirror.table)} where id = any(${ids}::bigint[]) and ${inScope(scope, mirror)}`.execute(
    db,
  );
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

/** In the part, and not held. */
function isIn({ scope, mirror, days }: MirrorPart) {
  const isHeld = sql`select from sync_held_deletions held
    where held.kind = ${mirror.kind} and held.record_id = ${sql.ref(`${mirror.table}.id`)}`;
  return sql`${inScope(scope, mirror)} and ${inDays(mirror, days)} and not exists (${isHeld})`;
}

function inScope({ records }: SyncScope, { customerColumn, table }: Mirror) {
  if (records.kind === 'all') return sql`true`;
  if (records.kind === 'none') return sql`false`;
  return sql`${sql.ref(`${table}.${customerColumn}`)} = ${records.customerId}::bigint`;
}

function inDays({ dayColumn }: Mirror, { from, to }: MirrorPart['days']) {
  if (dayColumn === undefined) return sql`true`;
  const column = sql.ref(dayColumn);
  const begin = from === null ? sql`true` : sql`${column} >= ${from}::date`;
  const end = to === null ? sql`true` : sql`${column} <= ${to}::date`;
  return sql`${begin} and ${end}`;
}
