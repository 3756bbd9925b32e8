import type { HeldDeletions, SyncKind } from '@portal/contract/sync';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** Keeps records that NetSuite no longer returns in the mirror until an administrator decides. */
export async function holdDeletions(db: Database, kind: SyncKind, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into sync_held_deletions (kind, record_id, held_at)
    select ${kind}, id, ${now} from unnest(${ids}::bigint[]) as held (id)
    on conflict (kind, record_id) do nothing`.execute(db);
}

/** Clears the hold on records that NetSuite returned again or whose deletion is certain. */
export async function releaseHeld(db: Database, kind: SyncKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from sync_held_deletions where kind = ${kind} and record_id = any(${ids}::bigint[])`.execute(db);
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
  const kept = await db
    .updateTable('sync_held_deletions')
    .set({ decision: 'keep', decided_by: decidedBy })
    .where('kind', '=', kind)
    .where('decision', 'is', null)
    .executeTakeFirst();
  return Number(kept.numUpdatedRows);
}

/** Ids of the records whose deletion waits for a decision. */
export async function listHeld(db: Database, kind: SyncKind): Promise<string[]> {
  const held = await db
    .selectFrom('sync_held_deletions')
    .select('record_id')
    .where('kind', '=', kind)
    .where('decision', 'is', null)
    .execute();
  return held.map(({ record_id }) => record_id);
}
