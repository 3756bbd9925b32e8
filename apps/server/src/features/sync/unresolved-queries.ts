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

/** Clears failures of records that were read or deleted, and holds on those that NetSuite returned or has deleted. */
export async function settleRecords(transaction: Database, kind: SyncKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const isSettled = sql<SqlBool>`kind = ${kind} and record_id = any(${ids}::bigint[])`;
  await transaction.deleteFrom('sync_failures').where(isSettled).execute();
  await transaction.deleteFrom('sync_held_deletions').where(isSettled).execute();
}

/** Held deletions by kind. */
export async function findHeldDeletions(db: Database): Promise<HeldDeletions[]> {
  const rows = await db
    .selectFrom('sync_held_deletions')
    .select(({ fn }) => ['kind', fn.countAll<string>().as('records'), fn.min('held_at').as('held_at')])
    .where('decision', 'is', null)
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, records, held_at }) => ({ kind, records: Number(records), heldAt: held_at }));
}

/** Rejects the held deletions; the records stay in the mirror. Returns their number. */
export async function keepHeld(db: Database, kind: SyncKind, decidedBy: string): Promise<number> {
  const kept = await sql`
    update sync_held_deletions set decision = 'keep', decided_by = ${decidedBy}
    where kind = ${kind} and decision is null`.execute(db);
  return Number(kept.numAffectedRows);
}

/** Ids of the records whose deletion waits for a decision. */
export async function listHeld(db: Database, kind: SyncKind): Promise<string[]> {
  const held = db.selectFrom('sync_held_deletions').select('record_id').where('kind', '=', kind);
  return (await held.where('decision', 'is', null).execute()).map(({ record_id }) => record_id);
}
