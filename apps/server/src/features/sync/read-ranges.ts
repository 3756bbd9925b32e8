import { failedAs, NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { IdRange, Page, Selection } from '@portal/netsuite/source/record-source';
import type { WorkRange } from './id-ranges.ts';
import type { MirroredRow } from './mirrors.ts';
import { readSingleRecord } from './read-by-id.ts';
import type { ReadResult, RunContext } from './run-context.ts';

/** Few attempts, since requesting half of the page is another retry. */
const attempts = { page: 4, part: 2 };
/** Maximum number of consecutive unreadable records; beyond it, NetSuite is failing and not the records. */
const MAX_CONSECUTIVE_FAILURES = 25;

export type WorkPage = ReadResult & { lastId: bigint };

/** Passes each page of a range to `onPage`, which notes the progress at once and resolves when the page is written. */
export type RangeReader = (range: WorkRange, onPage: (page: WorkPage) => Promise<void>) => Promise<void>;

/**
 * Reads ranges page by page. A page that fails is split in halves until it succeeds or the failing record is isolated;
 * that record is read by its id, and recorded as failed if this fails too.
 */
export function createRangeReader(
  context: Pick<RunContext, 'reader' | 'signal'>,
  selection: Selection,
  expected: number,
): RangeReader {
  const { reader, signal } = context;
  // Where few records are expected, requests a smaller page, so that there are fewer to split.
  const pageSize = Math.min(reader.pageSize, Math.max(1, expected));
  let failedInARow = 0;

  const readPart = (range: IdRange, limit: number): Promise<Page<MirroredRow> | NetsuiteError> =>
    reader
      .page(selection, range, limit, { signal, attempts: limit < pageSize ? attempts.part : attempts.page })
      .catch((error: unknown) => {
        if (failedAs(error, 'unavailable', 'refused')) return error;
        throw error;
      });

  /** Reads the first record of the range separately. */
  async function readFirst(range: IdRange, error: NetsuiteError): Promise<Page<MirroredRow>> {
    const id = await reader.firstId(selection, range, { signal });
    if (id === null) return { rows: [], failures: [], lastId: null, complete: true };
    const { rows, failures = [] } = await readSingleRecord(context, id);
    failedInARow = failures.length === 0 ? 0 : failedInARow + 1;
    if (failedInARow >= MAX_CONSECUTIVE_FAILURES) throw error;
    return { rows, failures, lastId: id, complete: id === range.upTo };
  }

  return async (workRange, onPage) => {
    let limit = pageSize;
    while (workRange.reached < workRange.upTo) {
      signal.throwIfAborted();
      const range = { after: workRange.reached.toString(), upTo: workRange.upTo.toString() };
      let page = await readPart(range, limit);
      if (page instanceof NetsuiteError) {
        if (limit > 1) {
          limit = Math.ceil(limit / 2);
          continue;
        }
        page = await readFirst(range, page);
      } else if (page.rows.length > 0) failedInARow = 0;
      // No page is read ahead: the other readers use NetSuite meanwhile, and pages of 1000 orders take much memory.
      await onPage(clip(page, workRange));
      limit = Math.min(pageSize, limit * 4);
    }
  };
}

/**
 * Another reader may have taken the upper part of the range while the page was being read, even if the page reached the
 * end of the range. Records in that part are left to the other reader.
 */
function clip(page: Page<MirroredRow>, { upTo }: WorkRange): WorkPage {
  const reached = page.complete || page.lastId === null ? upTo : BigInt(page.lastId);
  const within = ({ id }: { readonly id: string }) => BigInt(id) <= upTo;
  return {
    rows: page.rows.filter(within),
    failures: page.failures.filter(within),
    lastId: reached < upTo ? reached : upTo,
  };
}
