import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs, NetsuiteError } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { type RecordBody, readField, readText } from '../values/fields.ts';
import { inGroups } from './in-groups.ts';

/** Reads whole records by id, 100 a request where the account answers batches at once, else one by one. */
export interface RecordBatches {
  /** Those that exist, by id. Throws NetsuiteError when one of them cannot be read. */
  read(ids: readonly string[], call?: CallOptions): Promise<Map<string, RecordBody>>;
}

const batchSize = 100;

export function createRecordBatches(client: NetsuiteClient, type: 'salesOrder' | 'customer'): RecordBatches {
  // Oracle documents batches for asynchronous requests; whether one is answered at once shows at the first try.
  let answersBatches = true;

  async function readBatch(ids: readonly string[], call: CallOptions | undefined): Promise<RecordBody[]> {
    if (answersBatches && ids.length > 1) {
      try {
        const { items } = await client.records(type, { ids }, call);
        if (items.every(isWhole)) return [...items, ...(await readMissing(ids, items, call))];
        answersBatches = false;
      } catch (error) {
        // Any other refusal is about one of the records.
        if (!(error instanceof NetsuiteError) || error.code !== 'INVALID_PARAMETER') throw error;
        answersBatches = false;
      }
    }
    return readOneByOne(ids, call);
  }

  /** A record that a batch leaves out is gone, or locked: only asking for it tells. */
  function readMissing(ids: readonly string[], items: readonly RecordBody[], call: CallOptions | undefined) {
    const found = new Set(items.map((item) => readText(item, 'id')));
    return readOneByOne(
      ids.filter((id) => !found.has(id)),
      call,
    );
  }

  async function readOneByOne(ids: readonly string[], call: CallOptions | undefined): Promise<RecordBody[]> {
    const bodies = await Promise.all(ids.map((id) => readIfThere(client, type, id, call)));
    return bodies.filter((body) => body !== null);
  }

  return {
    async read(ids, call) {
      const bodies = await Promise.all(inGroups(ids, batchSize).map((batch) => readBatch(batch, call)));
      return new Map(bodies.flat().map((body) => [readText(body, 'id') ?? '', body]));
    },
  };
}

/** One record; null where NetSuite has none of that id. */
export async function readIfThere(
  client: NetsuiteClient,
  type: 'salesOrder' | 'customer',
  id: string,
  call?: CallOptions,
): Promise<RecordBody | null> {
  try {
    return await client.record(type, id, call);
  } catch (error) {
    if (failedAs(error, 'not-found')) return null;
    throw error;
  }
}

/** A list of ids alone has nothing in its items but `links` and `id`. */
function isWhole(item: RecordBody): boolean {
  return Object.keys(item).length > 2 && readField(item, 'id') !== undefined;
}
