import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import { readSingleRecord } from './read-single-record.ts';
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
      if (!(error instanceof NetsuiteError) || (error.kind !== 'unavailable' && error.kind !== 'refused')) throw error;
      for (const id of batch) await upsert(await readSingleRecord(context, id));
    }
  });
  return found;
}
