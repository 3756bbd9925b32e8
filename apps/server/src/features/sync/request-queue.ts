import type { SyncKind } from '@portal/contract/sync';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { SyncRequestsTable } from '../../platform/tables.ts';
import type { SyncRequest } from './claim.ts';

/** What a caller asks for, under an id of this call. */
export type WaitingRequest = { id: string; request: SyncRequest };

type Row = Selectable<SyncRequestsTable>;

/** Puts a request into the queue, or leaves it where it is. */
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

/** Takes a request out of the queue: its caller has its answer, or has deletedIds. */
export async function removeRequest(db: Database, id: string): Promise<void> {
  await db.deleteFrom('sync_requests').where('id', '=', id).execute();
}

/** The run that serves a request; null while it waits, or is not in the queue. */
export async function findAssignedRun(transaction: Database, id: string): Promise<string | null> {
  const found = await transaction.selectFrom('sync_requests').select('run_id').where('id', '=', id).executeTakeFirst();
  return found?.run_id ?? null;
}

/**
 * The request to be served next, for all who wait for the same: requests of processes that are deletedIds are dropped, the
 * schedule goes first, then whoever has waited longest. Undefined when nobody waits.
 */
export async function mergeNextRequests(
  transaction: Database,
  kind: SyncKind,
): Promise<{ request: SyncRequest; ids: string[] } | undefined> {
  await sql`
    delete from sync_requests where kind = ${kind} and not exists (
      select from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = sync_requests.owner
    )`.execute(transaction);
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

/** Notes that these requests are served by a run. */
export async function assignRequests(transaction: Database, ids: readonly string[], runId: string): Promise<void> {
  await sql`update sync_requests set run_id = ${runId} where id = any(${ids}::uuid[])`.execute(transaction);
}

/** One request that does what each of these asks for: the days from the earliest to the latest. */
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
