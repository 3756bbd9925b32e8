import type { NetsuiteClient } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readText } from '../values/fields.ts';

const pageSize = 1000;
/** The record service lists no more than this. */
export const longestList = 100_000;

/** How many records of a type the record service lists; null where it does not count that far. */
export async function readListedCount(
  client: NetsuiteClient,
  type: 'salesOrder' | 'customer',
  call?: CallOptions,
): Promise<number | null> {
  const { totalResults } = await client.records(type, { limit: 1 }, call);
  return totalResults < longestList ? totalResults : null;
}

/** The ids it lists, last page first, since what is new stands at the end. */
export async function* readListedIds(
  client: NetsuiteClient,
  type: 'salesOrder' | 'customer',
  call?: CallOptions,
): AsyncGenerator<readonly string[]> {
  const count = await readListedCount(client, type, call);
  if (count === null) return;
  for (let offset = Math.floor(count / pageSize) * pageSize; offset >= 0; offset -= pageSize) {
    const { items } = await client.records(type, { limit: pageSize, offset }, call);
    yield items.map((item) => readText(item, 'id')).filter((id) => id !== null);
  }
}
