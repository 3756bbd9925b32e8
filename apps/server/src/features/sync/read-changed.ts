import type { Selection, Survey } from '@portal/netsuite/source/record-source';
import { createShares, cutRange, type Share } from './id-ranges.ts';
import type { RunCursor } from './queries.ts';
import { createShareReader, type SharePage } from './read-ranges.ts';
import { land, type RunContext, step } from './run-context.ts';
import { createSlots } from './slots.ts';

/** Pages that land side by side: enough to keep the database busy, and it has others to answer. */
const landings = 2;

/** Reads what a survey found, in ranges side by side, and lands it page by page. */
export async function readChanged<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  selection: Selection,
  survey: Survey,
  serverTime: Date,
  cursor: RunCursor,
): Promise<void> {
  const { source, concurrency } = context;
  const reader = await source.open(selection, survey, serverTime);
  const ranges = cursor.ranges ?? initialRanges(survey, reader.pageSize, concurrency);
  const shares = createShares(ranges, survey.changed, reader.pageSize);
  const ending = new AbortController();
  const signal = AbortSignal.any([context.signal, ending.signal]);
  const slot = createSlots(landings);
  let inHand = 0;
  const isFull = () => inHand > landings;
  const read = createShareReader({ ...context, signal }, reader, survey.changed, isFull);
  await step(context, { phase: 'reading', cursor: { ...cursor, ranges } });

  async function work(): Promise<void> {
    for (let share = shares.take(); share !== undefined; share = shares.take()) {
      const mine = share;
      await read(mine, (page) => {
        shares.reach(mine, page.lastId, page.rows.length);
        return landPage(mine, page);
      });
      shares.finish(mine);
    }
  }

  async function landPage(share: Share, page: SharePage<Row>): Promise<void> {
    inHand += 1;
    const free = await slot();
    const { after } = share;
    try {
      signal.throwIfAborted();
      await land(context, page, () => {
        shares.landed(share, page.lastId);
        return { cursor: { ...cursor, ranges: shares.left() } };
      });
    } catch (error) {
      share.after = after;
      throw error;
    } finally {
      free();
      inHand -= 1;
    }
  }

  // What fails one reader ends the others, and none outlives the step.
  const readers = Array.from({ length: concurrency }, () =>
    work().catch((error: unknown) => {
      ending.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(readers);
  await Promise.all(readers);
}

function initialRanges({ changed, firstId, lastId }: Survey, pageSize: number, concurrency: number) {
  if (firstId === null || lastId === null) return [];
  return cutRange(firstId, lastId, changed > pageSize ? concurrency : 1);
}
