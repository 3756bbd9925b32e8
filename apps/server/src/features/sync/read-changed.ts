import type { ChangeSummary, Selection } from '@portal/netsuite/source/record-source';
import { createSemaphore } from '../../platform/fair-semaphore.ts';
import type { RunCursor } from '../../platform/tables.ts';
import { createRangeQueue, cutRange, type WorkRange } from './id-ranges.ts';
import { createRangeReader, type WorkPage } from './read-ranges.ts';
import { type RunContext, step, upsertBatch } from './run-context.ts';

/** Number of pages written concurrently: enough to keep the database busy without slowing down requests. */
const MAX_WRITES = 2;

/** Reads the records of a change summary in concurrent ranges and upserts them page by page. */
export async function readChanged(
  context: RunContext,
  selection: Selection,
  summary: ChangeSummary,
  cursor: RunCursor,
): Promise<void> {
  if (summary.changed === 0) return;
  const { reader, concurrency } = context;
  const ranges = cursor.ranges ?? initialRanges(summary, reader.pageSize, concurrency);
  const queue = createRangeQueue(ranges, summary.changed, reader.pageSize);
  const ending = new AbortController();
  const signal = AbortSignal.any([context.signal, ending.signal]);
  const writeSlot = createSemaphore(MAX_WRITES);
  const read = createRangeReader({ ...context, signal }, selection, summary.changed);
  await step(context, { phase: 'reading', cursor: { ...cursor, ranges } });

  async function work(): Promise<void> {
    for (let range = queue.take(); range !== undefined; range = queue.take()) {
      const current = range;
      await read(current, (page) => {
        queue.reach(current, page.lastId, page.rows.length);
        return write(current, page);
      });
      queue.finish(current);
    }
  }

  async function write(range: WorkRange, page: WorkPage): Promise<void> {
    const free = await writeSlot();
    const { after } = range;
    try {
      signal.throwIfAborted();
      const change = () => {
        queue.written(range, page.lastId);
        return { cursor: { ...cursor, ranges: queue.left() } };
      };
      const undo = () => {
        range.after = after;
      };
      await upsertBatch(context, page, change, undo);
    } finally {
      free();
    }
  }

  // If one reader fails, the others stop, and all end before this function returns.
  const readers = Array.from({ length: concurrency }, () =>
    work().catch((error: unknown) => {
      ending.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(readers);
  await Promise.all(readers);
}

/** The ids of a change summary in ranges that are read concurrently. */
export function initialRanges({ changed, firstId, lastId }: ChangeSummary, pageSize: number, concurrency: number) {
  if (firstId === null || lastId === null) return [];
  return cutRange(firstId, lastId, changed > pageSize ? concurrency : 1);
}
