import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readText } from '../values/fields.ts';
import type { IdRange } from './record-source.ts';

/** Rows of one keyed page, and whether the range has none after it. */
export interface KeyedPage {
  readonly items: readonly SuiteqlRow[];
  readonly lastId: string | null;
  readonly complete: boolean;
}

/**
 * Reads rows of a range, sorted by their `id`. Clients have seen `hasMore` wrong both ways (suiteql-facts, section 1), so
 * a range ends only with its last id, an empty page, or a short page that says it is the last.
 */
export async function readKeyedPage(
  client: NetsuiteClient,
  q: string,
  { upTo }: IdRange,
  limit: number,
  call?: CallOptions,
): Promise<KeyedPage> {
  const { items, hasMore } = await client.suiteql({ q, limit }, call);
  const last = items.at(-1);
  const lastId = last === undefined ? null : readText(last, 'id');
  return { items, lastId, complete: lastId === null || lastId === upTo || (!hasMore && items.length < limit) };
}
