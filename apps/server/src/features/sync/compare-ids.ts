import type { IdRange, Selection } from '@portal/netsuite/source/record-source';
import { rangeOfPlace } from '@portal/netsuite/source/suiteql-counts';
import { createShares } from './id-ranges.ts';
import { groupMirrored, listMirroredIds } from './mirror-queries.ts';
import { readAlone } from './read-alone.ts';
import { createShareReader } from './read-ranges.ts';
import { daysOf, eachAtOnce, land, type RunContext } from './run-context.ts';

/** NetSuite answers at most 1000 rows: a few fewer groups than that. */
const mostGroups = 900n;

/**
 * Finds where NetSuite's records and the mirror differ, and makes them the same: counts and sums of ids are compared by
 * ranges, and only ranges that differ are read again. What is mirrored there and no longer listed is asked for by id
 * before it is removed, since a locked record hides from lists; `allListed` says that none hides.
 */
export async function compareIds<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  selection: Selection,
  serverTime: Date,
  allListed: boolean,
): Promise<void> {
  const { source, db, scope, mirror, signal, concurrency } = context;
  const survey = await source.survey(selection, { signal });
  const reader = await source.open(selection, survey, serverTime);
  const read = createShareReader(context, reader, reader.pageSize);
  for (const range of await findDifferences(context, selection, survey)) {
    const seen = new Set<string>();
    const shares = createShares([range], survey.changed, reader.pageSize);
    for (let share = shares.take(); share !== undefined; share = shares.take()) {
      const mine = share;
      await read(mine, async (page) => {
        shares.reach(mine, page.lastId, page.rows.length);
        for (const { id } of [...page.rows, ...(page.faults ?? [])]) seen.add(id);
        await land(context, page);
        shares.landed(mine, page.lastId);
      });
      shares.finish(mine);
    }
    const mirrored = await listMirroredIds(scope, db, mirror, daysOf(context), range);
    const missing = mirrored.filter((id) => !seen.has(id));
    if (allListed) await land(context, { rows: [], gone: missing });
    else await eachAtOnce(missing, concurrency, async (id) => land(context, await readAlone(context, id)));
  }
}

async function findDifferences<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  selection: Selection,
  { firstId, lastId }: { firstId: string | null; lastId: string | null },
): Promise<IdRange[]> {
  const { source, db, scope, mirror, signal } = context;
  const span = firstId === null || lastId === null ? 1n : BigInt(lastId) - BigInt(firstId) + 1n;
  const width = (span + mostGroups - 1n) / mostGroups;
  const groups = firstId === null ? [] : await source.groups(selection, width, { signal });
  const mirrored = await groupMirrored(scope, db, mirror, daysOf(context), width);
  const inMirror = new Map(mirrored.map((group) => [group.place, group]));
  const differing: IdRange[] = [];
  for (const { place, range, count, sum } of groups) {
    const same = inMirror.get(place);
    if (same?.count !== count || same.sum !== sum) differing.push(range);
    inMirror.delete(place);
  }
  // What is left has no record in NetSuite's lists at all.
  for (const { place } of inMirror.values()) differing.push(rangeOfPlace(place, width));
  return differing;
}
