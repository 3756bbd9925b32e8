import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { IdRange, Page, Selection } from '@portal/netsuite/source/record-source';
import type { WorkRange } from './id-ranges.ts';
import { readSingleRecord } from './read-single-record.ts';
import type { ReadResult, RunContext } from './run-context.ts';

/** Few attempts, since asking for half is another one. */
const attempts = { page: 4, part: 2 };
/** So many records in a row that cannot be read are a failure of NetSuite, not of the records. */
const MAX_CONSECUTIVE_FAILURES = 25;

export type WorkPage<Row> = ReadResult<Row> & { lastId: bigint };

/** Passes page after page of one range to `onPage`, which notes the progress at once and resolves when it is written. */
export type RangeReader<Row> = (range: WorkRange, onPage: (page: WorkPage<Row>) => Promise<void>) => Promise<void>;

/**
 * Reads ranges page by page. A page that fails is asked for again in halves until it comes, or the record that makes it
 * fail is isolated; that one is read by its id, and recorded as failed when this fails too. Pages are read ahead while
 * others are written, unless `isFull`.
 */
export function createRangeReader<Row extends { readonly id: string }>(
  context: Pick<RunContext<Row>, 'reader' | 'signal'>,
  selection: Selection,
  expected: number,
  isFull: () => boolean = () => false,
): RangeReader<Row> {
  const { reader, signal } = context;
  // Where a few records are expected, no more are asked for: the fewer there are to halve.
  const pageSize = Math.min(reader.pageSize, Math.max(1, expected));
  let failedInARow = 0;

  async function readPart(range: IdRange, limit: number): Promise<Page<Row> | NetsuiteError> {
    try {
      const isPart = limit < pageSize;
      return await reader.page(selection, range, limit, { signal, attempts: isPart ? attempts.part : attempts.page });
    } catch (error) {
      if (!(error instanceof NetsuiteError)) throw error;
      // Asking for less does not help against a rate limit: only waiting does.
      if (error.kind === 'busy') return reader.page(selection, range, limit, { signal });
      if (error.kind === 'unavailable' || error.kind === 'refused') return error;
      throw error;
    }
  }

  /** The first record of the range, by itself. */
  async function readFirst(range: IdRange, error: NetsuiteError): Promise<Page<Row>> {
    const id = await reader.firstId(selection, range, { signal });
    if (id === null) return { rows: [], failures: [], lastId: null, complete: true };
    const { rows, failures = [] } = await readSingleRecord(context, id);
    failedInARow = failures.length === 0 ? 0 : failedInARow + 1;
    if (failedInARow >= MAX_CONSECUTIVE_FAILURES) throw error;
    return { rows, failures, lastId: id, complete: id === range.upTo };
  }

  return async (workRange, onPage) => {
    let limit = pageSize;
    let writing = Promise.resolve();
    try {
      while (workRange.reached < workRange.upTo) {
        signal.throwIfAborted();
        // Where writing is what takes the time, pages read ahead would only fill the memory.
        if (isFull()) await writing;
        const range = { after: workRange.reached.toString(), upTo: workRange.upTo.toString() };
        let page = await readPart(range, limit);
        if (page instanceof NetsuiteError) {
          if (limit > 1) {
            limit = Math.ceil(limit / 2);
            continue;
          }
          page = await readFirst(range, page);
        } else if (page.rows.length > 0) failedInARow = 0;
        // The next page is fetched while this one is written.
        await writing;
        writing = onPage(clip(page, workRange));
        writing.catch(() => undefined);
        limit = Math.min(pageSize, limit * 4);
      }
      await writing;
    } catch (error) {
      // No write outlives the run: another process may be the next to read the same page.
      await writing.catch(() => undefined);
      throw error;
    }
  };
}

/**
 * Another reader may have taken the upper part of the range while the page was on its way, also of one that reached the
 * range's end: what lies there is the other's to write.
 */
function clip<Row extends { readonly id: string }>(page: Page<Row>, { upTo }: WorkRange): WorkPage<Row> {
  const reached = page.complete || page.lastId === null ? upTo : BigInt(page.lastId);
  const within = ({ id }: { readonly id: string }) => BigInt(id) <= upTo;
  return {
    rows: page.rows.filter(within),
    failures: page.failures.filter(within),
    lastId: reached < upTo ? reached : upTo,
  };
}
