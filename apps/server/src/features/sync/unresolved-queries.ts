import type { HeldDeletions, SyncKind } from '@portal/contract/sync';
import type { RecordFailure } from '@portal/netsuite/source/record-source';
import { type SqlBool, sql } from 'kysely';
import type { SyncScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';

/*
 * Records that could not be read, and deletions that wait for an administrator. The customer that such a record
 * belongs to now is unknown, so runs of one customer do not mention them.
 */

/** Records failed reads with NetSuite's error messages. */
export async function recordFailures(
  transaction: Database,
  kind: SyncKind,
  failures: readonly RecordFailure[],
  now: Date,
): Promise<void> {
  if (failures.length === 0) return;
  const [ids, reasons] = [failures.map(({ id }) => id), failures.map(({ reason }) => reason)];
  await sql`
    insert into sync_failures as known (kind, record_id, reason, first_failed_at, last_failed_at)
    select ${kind}, id, reason, ${now}, ${now} from unnest(${ids}::bigint[], ${reasons}::text[]) as failed (id, reason)
    on conflict (kind, record_id) do update
    set reason = excluded.reason, last_failed_at = excluded.last_failed_at, tries = known.tries + 1`.execute(
    transaction,
  );
}

/** Ids of the records that could not be read. */
export async function listFailedIds({ records }: SyncScope, db: Database, kind: SyncKind): Promise<string[]> {
  if (records.kind !== 'all') return [];
  const failed = db.selectFrom('sync_failures').select('record_id').where('kind', '=', kind).orderBy('record_id');
  return (await failed.execute()).map(({ record_id }) => record_id);
}

/** Keeps records that NetSuite no longer returns in the mirror until an administrator decides. */
export async function holdDeletions(db: Database, kind: SyncKind, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into sync_held_deletions (kind, record_id, held_at)
    select ${kind}, id, ${now} from unnest(${ids}::bigint[]) as held (id)
    on conflict (kind, record_id) do nothing`.execute(db);
}

/**
 * Clears failures of records that were returned or deleted, and their holds. Where a kept record is returned, the role sees
 * more again: the check decides anew about the other kept ones, which may have been deleted while they were hidden.
 */
export async function settleRecords(
  transaction: Database,
  kind: SyncKind,
  returned: readonly string[],
  deleted: readonly string[] = [],
): Promise<void> {
  const ids = [...returned, ...deleted];
  if (ids.length === 0) return;
  const isSettled = sql<SqlBool>`kind = ${kind} and record_id = any(${ids}::bigint[])`;
  await transaction.deleteFrom('sync_failures').where(isSettled).execute();
  // Rows that are locked are being settled by another page.
  await sql`
    with settled as (delete from sync_held_deletions where ${isSettled} returning record_id, decision), others as (
      select record_id from sync_held_deletions
      where kind = ${kind} and decision = 'keep' and record_id <> all(${ids}::bigint[]) and exists (
        select from settled where decision = 'keep' and record_id = any(${returned}::bigint[])
      ) for update skip locked
    )
    delete from sync_held_deletions where kind = ${kind} and record_id in (select record_id from others)`.execute(
    transaction,
  );
}

/** Deletions that wait for a decision, and kept records, by kind. */
export async function findHeldDeletions(db: Database): Promise<HeldDeletions[]> {
  const { rows } = await sql<HeldDeletions & { records: string }>`
    select kind, count(*) as records, min(held_at) as "heldAt", decision is not null as "isKept"
    from sync_held_deletions group by kind, "isKept" order by kind, "isKept"`.execute(db);
  return rows.map((row) => ({ ...row, records: Number(row.records) }));
}

/** Ids of the records whose deletion waits for a decision. */
export async function listHeld(db: Database, kind: SyncKind): Promise<string[]> {
  const held = db.selectFrom('sync_held_deletions').select('record_id').where('kind', '=', kind);
  return (await held.where('decision', 'is', null).execute()).map(({ record_id }) => record_id);
}

/** Keeps the held records, or has the kept ones wait for a decision again; returns their number. */
export async function decideHeld(
  db: Database,
  kind: SyncKind,
  decision: 'keep' | 'reconsider',
  decidedBy: string,
): Promise<number> {
  const [from, to] = decision === 'keep' ? [null, 'keep'] : ['keep', null];
  const decided = await sql`
    update sync_held_deletions set decision = ${to}, decided_by = ${decidedBy}
    where kind = ${kind} and decision is not distinct from ${from}`.execute(db);
  return Number(decided.numAffectedRows);
}
