import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { NetsuiteError } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { type RecordBody, readText } from '../values/fields.ts';
import { mapPage } from './each-page.ts';
import { longestList, readListedCount, readListedIds } from './listed-ids.ts';
import { createRecordBatches, readIfThere } from './record-batches.ts';
import type { IdGroup, RecordSource, Selection } from './record-source.ts';
import { rangeOfPlace } from './suiteql-counts.ts';

/** What sets one kind of record apart from the other. */
export interface RecordServiceKind<Row> {
  readonly type: 'salesOrder' | 'customer';
  readonly map: (body: RecordBody) => Row;
  /** A selection in the record service's filter language, as narrow as it can say it; null for all. */
  readonly filter: (selection: Selection, call?: CallOptions) => Promise<string | null>;
}

const listPage = 1000;

/**
 * For a role without the SuiteQL permission: ids by the record service's lists, then the records themselves. Good for
 * thousands of records, not for hundreds of thousands.
 */
export function createRecordServiceSource<Row extends { readonly id: string }>(
  client: NetsuiteClient,
  { type, map, filter }: RecordServiceKind<Row>,
): RecordSource<Row> {
  const batches = createRecordBatches(client, type);

  /** All ids of a selection, ascending. */
  async function listIds(selection: Selection, call?: CallOptions): Promise<bigint[]> {
    const q = await filter(selection, call);
    const ids: bigint[] = [];
    for (let offset = 0; ; offset += listPage) {
      const query = { limit: listPage, offset, ...(q === null ? {} : { q }) };
      const { items, hasMore, totalResults } = await client.records(type, query, call);
      if (totalResults >= longestList) throw tooMany();
      ids.push(...items.map((item) => BigInt(readText(item, 'id') ?? '0')));
      if (!hasMore) return ids.sort((left, right) => (left < right ? -1 : 1));
    }
  }

  return {
    prepare: async () => undefined,
    async survey(selection, call) {
      const changed = await listIds(selection, call);
      const total = selection.since === null ? changed.length : await countAll(client, type, filter, selection, call);
      const firstId = changed.at(0)?.toString() ?? null;
      const lastId = changed.at(-1)?.toString() ?? null;
      return { total, changed: changed.length, firstId, lastId };
    },
    async open(selection) {
      let ids: Promise<bigint[]> | undefined;
      const inRange = async ({ after, upTo }: { after: string; upTo: string }, call?: CallOptions) => {
        ids ??= listIds(selection, call);
        return (await ids).filter((id) => id > BigInt(after) && id <= BigInt(upTo));
      };
      return {
        pageSize: 100,
        async page(range, limit, call) {
          const left = await inRange(range, call);
          const part = left.slice(0, limit).map(String);
          const bodies = await batches.read(part, call);
          const ordered = part.map((id) => bodies.get(id)).filter((body) => body !== undefined);
          const page = mapPage(ordered, map, left.length <= limit);
          return { ...page, lastId: part.at(-1) ?? null };
        },
        firstId: async (range, call) => (await inRange(range, call)).at(0)?.toString() ?? null,
      };
    },
    async read(id, call) {
      const body = await readIfThere(client, type, id, call);
      return body === null ? null : map(body);
    },
    groups: async (selection, width, call) => groupIds(await listIds({ ...selection, since: null }, call), width),
    deletedSince: async () => null,
    listedCount: (call) => readListedCount(client, type, call),
    listedIds: (call) => readListedIds(client, type, call),
  };
}

async function countAll<Row>(
  client: NetsuiteClient,
  type: 'salesOrder' | 'customer',
  filter: RecordServiceKind<Row>['filter'],
  selection: Selection,
  call: CallOptions | undefined,
): Promise<number> {
  const q = await filter({ ...selection, since: null }, call);
  return (await client.records(type, { limit: 1, ...(q === null ? {} : { q }) }, call)).totalResults;
}

function groupIds(ids: readonly bigint[], width: bigint): IdGroup[] {
  const groups = new Map<bigint, { count: number; sum: bigint }>();
  for (const id of ids) {
    const group = groups.get(id / width) ?? { count: 0, sum: 0n };
    groups.set(id / width, { count: group.count + 1, sum: group.sum + id });
  }
  return [...groups].map(([place, group]) => ({ place, range: rangeOfPlace(place, width), ...group }));
}

function tooMany(): NetsuiteError {
  const detail = 'without the SuiteQL permission no more than 100,000 records can be listed';
  return new NetsuiteError({ kind: 'refused', status: null, code: null, detail });
}
