import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { AccountColumns } from '@portal/netsuite/source/probe-columns';
import type { Reader } from '@portal/netsuite/source/record-kind';
import { systemSyncScope } from '../../access/scope.ts';
import { hourMs } from '../../platform/clock.ts';
import { badGateway } from '../../platform/errors.ts';
import { rememberedColumns } from './account-columns.ts';
import { findMirrored, findOutdated } from './mirror-queries.ts';
import type { MirroredRow } from './mirrors.ts';
import { rememberNames, storeNames } from './names.ts';
import { readMissingRecord, readSingleRecord } from './read-by-id.ts';
import { type ReadResult, type RunBase, writeRecords } from './run-context.ts';
import { settleRecords } from './unresolved-queries.ts';

/** Attempts for a retried record: few, since a person may be waiting, and each sync tries again. */
const ATTEMPTS = 2;

type Parts = Pick<RunBase, 'db' | 'clock' | 'source' | 'mirror'>;
type Read = ReadResult & { columns: AccountColumns };

/** `failed` with NetSuite's message. */
export type RecordResult = { outcome: 'read' | 'deleted' | 'failed'; message: string | null };

/**
 * Reads records that NetSuite announced as changed. A record is removed only if NetSuite has a deletion record of it; any
 * other doubt is left to the next sync, as is everything when NetSuite does not answer.
 */
export async function readAnnounced(parts: Parts & Pick<RunBase, 'log'>, ids: readonly string[]): Promise<void> {
  const { db, clock, log, source, mirror } = parts;
  const columns = await rememberedColumns(parts);
  // The first sync reads everything.
  if (columns === undefined) return;
  const reader = source.open(columns, rememberNames(db));
  try {
    const { rows, failures } = await reader.read(ids);
    const returned = new Set([...rows, ...failures].map(({ id }) => id));
    const missing = ids.filter((id) => !returned.has(id));
    const gone = await findMirrored({ scope: systemSyncScope(), db, mirror }, missing);
    const dayAgo = new Date(clock.now().getTime() - 24 * hourMs);
    const deleted = new Set(gone.length === 0 ? [] : await source.deletedSince(dayAgo));
    await write(parts, reader, { columns, rows, deletedIds: gone.filter((id) => deleted.has(id)), failures });
  } catch (error) {
    if (!(error instanceof NetsuiteError)) throw error;
    log.warn({ err: error, kind: mirror.kind, records: ids.length }, 'announced records wait for the next sync');
  }
}

/** Throws a 502 in place of a NetsuiteError. */
export function throwBadGateway(error: unknown): never {
  throw error instanceof NetsuiteError ? badGateway(error.message, error) : error;
}

/**
 * Reads one failed record again. A record that neither SuiteQL nor the record service knows is removed. Throws a
 * NetsuiteError for failures that say nothing about the record.
 */
export async function retryFailedRecord(parts: Parts, id: string): Promise<RecordResult> {
  const call = { signal: new AbortController().signal, attempts: ATTEMPTS };
  const columns = (await rememberedColumns(parts)) ?? (await parts.source.probe(call));
  const reader = parts.source.open(columns, rememberNames(parts.db));
  let result = await readSingleRecord({ reader, ...call }, id, ATTEMPTS);
  if (result.rows.length === 0 && result.failures?.length === 0) result = await readMissingRecord(parts, id, call);
  if (!(await write(parts, reader, { columns, ...result }))) return retryFailedRecord(parts, id);
  const [failure] = result.failures ?? [];
  if (failure !== undefined) return { outcome: 'failed', message: failure.reason };
  return { outcome: result.rows.length > 0 ? 'read' : 'deleted', message: null };
}

/** Writes what was read, unless a sync wrote newer versions; false, and nothing, if one found other columns meanwhile. */
async function write(parts: Parts, reader: Reader<MirroredRow>, { columns, ...result }: Read): Promise<boolean> {
  const { db, clock, mirror } = parts;
  const scope = systemSyncScope();
  // In a transaction of its own: a run locks names before records, and the opposite order could deadlock with it.
  await db.transaction().execute((transaction) => storeNames(transaction, reader.names()));
  return db.transaction().execute(async (transaction) => {
    const outdated = await findOutdated(scope, transaction, mirror, result.rows);
    const known = await rememberedColumns({ ...parts, db: transaction });
    if (known !== undefined && known.symmetricDifference(columns).size > 0) return false;
    const rows = result.rows.filter(({ id }) => !outdated.includes(id));
    await writeRecords(transaction, { scope, mirror, clock }, { ...result, rows });
    // The newer version could be read.
    await settleRecords(transaction, mirror.kind, outdated);
    return true;
  });
}
