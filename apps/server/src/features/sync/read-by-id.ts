import { failedAs, NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { CallOptions } from '@portal/netsuite/client/transport';
import { eachAtOnce, type ReadResult, type RunContext, upsertBatch } from './run-context.ts';

const BATCH_SIZE = 200;

/**
 * Reads records by id and upserts them. If a batch fails, reads its records one by one. Returns the ids that NetSuite
 * has, including failed records.
 */
export async function readById(context: RunContext, ids: readonly string[]): Promise<string[]> {
  const { reader, signal, concurrency } = context;
  const found: string[] = [];
  const upsert = async (result: ReadResult) => {
    await upsertBatch(context, result);
    found.push(...[...result.rows, ...(result.failures ?? [])].map(({ id }) => id));
  };
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, index) =>
    ids.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
  await eachAtOnce(batches, concurrency, async (batch) => {
    try {
      await upsert(await reader.read(batch, { signal, attempts: 4 }));
    } catch (error) {
      if (!failedAs(error, 'unavailable', 'refused')) throw error;
      for (const id of batch) await upsert(await readSingleRecord(context, id));
    }
  });
  return found;
}

/** Attempts for a record that is known to fail: enough for a transient error, few enough for a permanent one. */
const SINGLE_ATTEMPTS = 5;

/**
 * Reads one record by SuiteQL. NetSuite's error message becomes the reason of the failed record. A record that SuiteQL
 * does not return is ignored: the check at the end of the run finds out whether it was deleted.
 */
export async function readSingleRecord(
  { reader, signal }: Pick<RunContext, 'reader' | 'signal'>,
  id: string,
  attempts = SINGLE_ATTEMPTS,
): Promise<ReadResult> {
  try {
    return await reader.read([id], { signal, attempts });
  } catch (error) {
    // Authentication and connection errors are not caused by the record.
    if (!(error instanceof NetsuiteError) || error.kind === 'sign-in' || error.status === null) throw error;
    return { rows: [], failures: [{ id, reason: error.detail }] };
  }
}

/** Asks the record service about a record that SuiteQL does not return: deleted if unknown there too, otherwise failed. */
export async function readMissingRecord(
  { source }: Pick<RunContext, 'source'>,
  id: string,
  call: CallOptions,
): Promise<ReadResult> {
  try {
    if (!(await source.exists(id, call))) return { rows: [], deletedIds: [id] };
    return { rows: [], failures: [{ id, reason: 'SuiteQL does not return this record, although it exists.' }] };
  } catch (error) {
    // Without a status, NetSuite has not answered, which says nothing about the record.
    if (!failedAs(error, 'unavailable') || error.status === null) throw error;
    return { rows: [], failures: [{ id, reason: error.detail }] };
  }
}
