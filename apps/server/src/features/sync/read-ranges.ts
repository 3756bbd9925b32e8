import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { IdRange, Page, Reader } from '@portal/netsuite/source/record-source';
import type { Share } from './id-ranges.ts';
import { readAlone } from './read-alone.ts';
import type { Harvest, RunContext } from './run-context.ts';

/** Few attempts, since asking for half is another one. */
const attempts = { page: 4, part: 2 };
/** So many records in a row that cannot be read are no accident of theirs. */
const mostInARow = 25;

type PageOf<Row> = Page<Row> & { gone?: readonly string[] };

export type SharePage<Row> = Harvest<Row> & { lastId: bigint };

/** Gives page after page of one share to `onPage`, which notes at once how far that is, and resolves when it has landed. */
export type ShareReader<Row> = (share: Share, onPage: (page: SharePage<Row>) => Promise<void>) => Promise<void>;

/**
 * Reads shares page by page. A page that fails is asked for again in halves until it comes, or the record that makes it
 * fail stands alone: that one is read by the record service, and set aside when this fails too. Pages are read ahead
 * while others land, unless `isFull`.
 */
export function createShareReader<Row extends { readonly id: string }>(
  context: Pick<RunContext<Row>, 'source' | 'signal'>,
  reader: Reader<Row>,
  expected: number,
  isFull: () => boolean = () => false,
): ShareReader<Row> {
  const { signal } = context;
  // Where a few records are expected, no more are asked for: the fewer there are to halve.
  const pageSize = Math.min(reader.pageSize, Math.max(1, expected));
  let failedInARow = 0;

  async function readPart(range: IdRange, limit: number): Promise<PageOf<Row> | NetsuiteError> {
    try {
      const isPart = limit < pageSize;
      return await reader.page(range, limit, { signal, attempts: isPart ? attempts.part : attempts.page });
    } catch (error) {
      if (!(error instanceof NetsuiteError)) throw error;
      // Asking for less is no help there: only patience is.
      if (error.kind === 'busy') return reader.page(range, limit, { signal });
      if (error.kind === 'unavailable' || error.kind === 'refused') return error;
      throw error;
    }
  }

  /** The first record of the range, by itself. */
  async function readFirst(range: IdRange, error: NetsuiteError): Promise<PageOf<Row>> {
    const id = await reader.firstId(range, { signal });
    if (id === null) return { rows: [], faults: [], lastId: null, complete: true };
    const { rows, gone = [], faults = [] } = await readAlone(context, id);
    failedInARow = faults.length === 0 ? 0 : failedInARow + 1;
    if (failedInARow >= mostInARow) throw error;
    return { rows, gone, faults, lastId: id, complete: id === range.upTo };
  }

  return async (share, onPage) => {
    let limit = pageSize;
    let landing = Promise.resolve();
    try {
      while (share.reached < share.upTo) {
        signal.throwIfAborted();
        // Where landing is what takes the time, pages read ahead would only fill the memory.
        if (isFull()) await landing;
        const range = { after: share.reached.toString(), upTo: share.upTo.toString() };
        let page = await readPart(range, limit);
        if (page instanceof NetsuiteError) {
          if (limit > 1) {
            limit = Math.ceil(limit / 2);
            continue;
          }
          page = await readFirst(range, page);
        } else if (page.rows.length > 0) failedInARow = 0;
        // The next page is fetched while this one lands.
        await landing;
        landing = onPage(cutAt(page, share));
        landing.catch(() => undefined);
        limit = Math.min(pageSize, limit * 4);
      }
      await landing;
    } catch (error) {
      // What lands outlives no run: another process may be the next to read the same page.
      await landing.catch(() => undefined);
      throw error;
    }
  };
}

/**
 * Another reader may have taken the upper part of the share while the page was on its way, also of one that reached to
 * the share's end: what lies there is the other's to land.
 */
function cutAt<Row extends { readonly id: string }>(page: PageOf<Row>, { upTo }: Share): SharePage<Row> {
  const reached = page.complete || page.lastId === null ? upTo : BigInt(page.lastId);
  const within = ({ id }: { readonly id: string }) => BigInt(id) <= upTo;
  return {
    rows: page.rows.filter(within),
    faults: page.faults.filter(within),
    gone: (page.gone ?? []).filter((id) => within({ id })),
    lastId: reached < upTo ? reached : upTo,
  };
}
