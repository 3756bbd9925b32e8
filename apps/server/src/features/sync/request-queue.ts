import type { SyncKind } from '@portal/contract/sync';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { Tables } from '../../platform/tables.ts';
import { isOwnerAlive } from './events.ts';
import type { RunMode } from './queries.ts';

/** What a caller wants to sync. */
export type SyncRequest = {
  kind: SyncKind;
  mode: RunMode;
  /** Limits the run to this customer's records. */
  customerId: string | null;
  from: string | null;
  to: string | null;
  requestedBy: string | null;
};

/** A caller's request with a unique id. */
export type WaitingRequest = { id: string; request: SyncRequest };

type Row = Selectable<Tables['sync_requests']>;

/** Adds a request to the queue; does nothing if it is already queued. */
export async function enqueueRequest(
  transaction: Database,
  { id, request }: WaitingRequest,
  owner: string,
): Promise<void> {
  await transaction
    .insertInto('sync_requests')
    .values({
      id,
      kind: request.kind,
      mode: request.mode,
      customer_id: request.customerId,
      start_date: request.from,
      end_date: request.to,
      requested_by: request.requestedBy,
      scheduled: request.requestedBy === null,
      owner,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Removes a request whose caller has its answer or has disconnected. */
export async function removeRequest(db: Database, id: string): Promise<void> {
  await db.deleteFrom('sync_requests').where('id', '=', id).execute();
}

/** The run that serves a request; null while it waits or if it is not queued. */
export async function findAssignedRun(transaction: Database, id: string): Promise<string | null> {
  const found = await transaction.selectFrom('sync_requests').select('run_id').where('id', '=', id).executeTakeFirst();
  return found?.run_id ?? null;
}

/**
 * The next request to serve, merged with equivalent ones. Drops requests of processes that have died; scheduled runs go
 * first, then the longest-waiting request. Undefined if the queue is empty.
 */
export async function mergeNextRequests(
  transaction: Database,
  kind: SyncKind,
): Promise<{ request: SyncRequest; ids: string[] } | undefined> {
  await sql`
    delete from sync_requests
    where kind = ${kind} and not ${isOwnerAlive(sql.ref('sync_requests.owner'))}`.execute(transaction);
  const waiting: Row[] = await transaction
    .selectFrom('sync_requests')
    .selectAll()
    .where('kind', '=', kind)
    .where('run_id', 'is', null)
    .orderBy('scheduled', 'desc')
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  const [first] = waiting;
  if (first === undefined) return undefined;
  const alike = waiting.filter((row) => row.customer_id === first.customer_id && isOfDates(row) === isOfDates(first));
  return { request: mergeRequests(first, alike), ids: alike.map(({ id }) => id) };
}

/** Records which run serves these requests. */
export async function assignRequests(transaction: Database, ids: readonly string[], runId: string): Promise<void> {
  await sql`update sync_requests set run_id = ${runId} where id = any(${ids}::uuid[])`.execute(transaction);
}

/** Merges requests into one that satisfies all of them, from the earliest to the latest day. */
function mergeRequests(first: Row, rows: readonly Row[]): SyncRequest {
  const froms = rows.map((row) => row.start_date);
  const tos = rows.map((row) => row.end_date);
  return {
    kind: first.kind,
    mode: rows.some(({ mode }) => mode === 'nightly') ? 'nightly' : (first.mode as SyncRequest['mode']),
    customerId: first.customer_id,
    from: froms.includes(null) ? null : (froms.toSorted()[0] ?? null),
    to: tos.includes(null) ? null : (tos.toSorted().at(-1) ?? null),
    requestedBy: rows.find((row) => row.requested_by !== null)?.requested_by ?? null,
  };
}

function isOfDates({ mode }: Row): boolean {
  return mode === 'dates';
}
