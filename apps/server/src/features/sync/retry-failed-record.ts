import { systemSyncScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { findColumns, saveNames } from './account-queries.ts';
import { findOutdated, renameInMirrors } from './mirror-queries.ts';
import { readSingleRecord } from './read-single-record.ts';
import { HIDDEN_RECORD, type ReadResult, type SyncedKind, writeRecords } from './run-context.ts';
import { forgetFailures } from './run-queries.ts';

/** Few attempts, since a person may be waiting, and each sync tries again. */
const ATTEMPTS = 2;

/** `failed` with NetSuite's message. */
export type RecordResult = { outcome: 'read' | 'deleted' | 'failed'; message: string | null };

/**
 * Reads one record outside a run and writes it to the mirror. A record that neither SuiteQL nor the record service
 * knows is removed. Throws a NetsuiteError for failures that say nothing about the record.
 */
export async function retryFailedRecord(
  { db, clock, source, mirror }: SyncedKind & { db: Database; clock: Clock },
  id: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<RecordResult> {
  const call = { signal, attempts: ATTEMPTS };
  const known = await findColumns(db, mirror.kind);
  const reader = source.open(known === undefined ? await source.probe(call) : new Set(known.columns));
  let result: ReadResult = await readSingleRecord({ reader, signal }, id, ATTEMPTS);
  if (result.rows.length === 0 && result.failures?.length === 0) {
    result = (await source.exists(id, call))
      ? { rows: [], failures: [{ id, reason: HIDDEN_RECORD }] }
      : { rows: [], deletedIds: [id] };
  }
  const scope = systemSyncScope();
  await db.transaction().execute(async (transaction) => {
    // A sync may have written a newer version meanwhile; then the record is not failed any more.
    const outdated = await findOutdated(scope, transaction, mirror, result.rows);
    if (outdated.length > 0) return forgetFailures(transaction, mirror.kind, outdated);
    await writeRecords(transaction, { scope, mirror, clock }, result);
    await renameInMirrors(transaction, await saveNames(transaction, reader.names()));
  });
  const [failure] = result.failures ?? [];
  if (failure !== undefined) return { outcome: 'failed', message: failure.reason };
  return { outcome: result.rows.length > 0 ? 'read' : 'deleted', message: null };
}
