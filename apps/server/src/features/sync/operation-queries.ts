import type { FailedRecord, Finding, NetsuiteCheck, SyncKind } from '@portal/contract/sync';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { type Mirror, mirrors } from './mirrors.ts';

/** The last check of the NetSuite account; null before the first one. */
export async function findCheck(db: Database): Promise<NetsuiteCheck | null> {
  const found = await db.selectFrom('netsuite_check').select(['checked_at', 'findings']).executeTakeFirst();
  return found === undefined ? null : { checkedAt: found.checked_at, findings: found.findings as Finding[] };
}

export async function saveCheck(db: Database, findings: Finding[], now: Date): Promise<NetsuiteCheck> {
  const values = { checked_at: now, findings: JSON.stringify(findings) };
  const { checked_at: checkedAt } = await db
    .insertInto('netsuite_check')
    .values(values)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .returning('checked_at')
    .executeTakeFirstOrThrow();
  return { checkedAt, findings };
}

export type MirrorCounts = {
  records: number;
  failedRecords: number /** Null before the first run. */;
  firstRunAt: string | null;
};

/** Number of mirrored records and of records that could not be read, and the start of the first known run. */
export async function countRecords(
  db: Database,
  { kind, table }: Pick<Mirror, 'kind' | 'table'>,
): Promise<MirrorCounts> {
  const records =
    kind === 'orders'
      ? sql`(select coalesce(sum(orders), 0) from order_counts_by_status)`
      : sql`(select count(*) from ${sql.table(table)})`;
  const { rows } = await sql<{ records: string; failed: string; first_run_at: string | null }>`
    select ${records} as records, (select count(*) from sync_failures where kind = ${kind}) as failed,
      (select min(started_at) from sync_runs where kind = ${kind}) as first_run_at`.execute(db);
  const [row] = rows;
  return {
    records: Number(row?.records ?? 0),
    failedRecords: Number(row?.failed ?? 0),
    firstRunAt: row?.first_run_at ?? null,
  };
}

/** Branches of a CASE by kind. */
const labels = Object.values(mirrors).map(
  ({ kind, table, label }) =>
    sql`when ${sql.lit(kind)} then (select ${sql.raw(label)} from ${sql.table(table)} where id = failed.record_id)`,
);

/** A page of the records that could not be read, those that failed first at the top. */
export async function listFailedRecords(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: FailedRecord[]; total: number }> {
  const { rows } = await sql<{
    kind: SyncKind;
    record_id: string;
    name: string | null;
    reason: string;
    first_failed_at: string;
    last_failed_at: string;
    tries: number;
  }>`
    select failed.*, case failed.kind ${sql.join(labels, sql` `)} end as name
    from (
      select * from sync_failures order by first_failed_at, kind, record_id limit ${limit} offset ${offset}
    ) failed order by first_failed_at, kind, record_id`.execute(db);
  const { rows: counts } = await sql<{ total: string }>`select count(*) as total from sync_failures`.execute(db);
  const items = rows.map((row) => ({
    kind: row.kind,
    id: row.record_id,
    name: row.name,
    message: row.reason,
    failedSince: row.first_failed_at,
    lastTriedAt: row.last_failed_at,
    attempts: row.tries,
  }));
  return { items, total: Number(counts[0]?.total ?? 0) };
}

/** Whether a record is listed as failed. */
export async function isFailed(db: Database, kind: SyncKind, id: string): Promise<boolean> {
  const query = db.selectFrom('sync_failures').select('record_id').where('kind', '=', kind).where('record_id', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}
