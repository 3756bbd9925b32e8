import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { compile, runPrepared, type Sql, sql } from '../platform/sql.ts';
import { createVersionCache } from './cache-by-version.ts';
import type { ListRequest, ListSource, Page } from './definition.ts';
import { isIndexScanCheaper, type ListPlan, nearestPageWindow, type PageSteps, pageWindow, planList } from './plan.ts';
import { maxScannedRows, type PageWindow } from './statements.ts';

/** A row by column name; for the format of values see platform/tables.ts. */
export type Row = Record<string, unknown>;

/**
 * Reads a page and its exact total. A page past the end is empty. `toItem` may depend only on the list's columns, since
 * items are cached; a cached page is the same frozen object until the data changes.
 */
export type RunList = <Item>(
  source: ListSource,
  request: ListRequest,
  toItem: (row: Row) => Item,
) => Promise<Page<Item>>;

type Found = { readonly rows: readonly Row[]; readonly total: number };

/** Beyond this offset, read the total first: pages past the middle are read backwards from the end. */
const countFirstBeyondOffset = 1000;
/** Maximum attempts to read a page from the end of a list that changes during each attempt. */
const maxAttempts = 3;
/** A page that a limited scan does not fill is sorted if its list has at most as many rows as this many scans read. */
const maxSortedScans = 10;
const maxCachedTotals = 1000;
const maxCachedRows = 2000;

/** A total for one version of the data, which changes with the data in any process. */
type CachedTotal = { readonly total: number; readonly version: string };

/** A total with its version; if the data has a newer version, `reread` reads it again. */
function totalIfVersion(version: unknown, total: number, reread: Sql): Sql {
  if (typeof version !== 'string') return reread;
  return sql`case when version = ${version} then ${total} else (${reread}) end`;
}

/**
 * Reads lists from PostgreSQL according to their plan. Near the start of an unfiltered list: from memory, or one statement.
 * Otherwise, if the total can be looked up: sorts all rows if they are few or a scan would read more of them, else scans an
 * index from the nearer end. If the total cannot be looked up:
 * 1. Unless a cached total says that there are many rows, tries to sort them all, which stops if there are many.
 * 2. Else scans an index for a limited number of rows, from the nearer end if the total is cached or, at a large offset, counted first.
 * 3. If the scan ends before the page is full, sorts all rows, however many; if these are very many, scans forwards without a limit.
 */
export function createListRunner(pool: Pick<pg.Pool, 'query'>): RunList {
  const totals = new LRUCache<string, CachedTotal>({ max: maxCachedTotals });
  const createCache = () => createVersionCache<Page<unknown>>(pool, maxCachedRows, ({ items }) => items.length);
  const cachePage = createCache();
  // Apart, since a user's many filters must not displace everyone's first pages.
  const cacheFiltered = createCache();

  /**
   * Prepares statements that are frequent and whose best plan never varies; all others are planned for their values.
   */
  async function read(statement: Sql, isPrepared = false): Promise<Row[]> {
    return isPrepared ? runPrepared<Row>(pool, statement) : (await pool.query<Row>(compile(statement))).rows;
  }

  /**
   * The total is returned even for an empty page, in a row of its own; null means that there are many rows, or that searching
   * them by index is not worthwhile.
   */
  async function readPage(
    statement: Sql,
    isPrepared = false,
  ): Promise<{ rows: Row[]; total: number | null; version: unknown }> {
    const rows = await read(statement, isPrepared);
    const [{ list_total: total = null, version } = {}] = rows;
    return { rows: rows.filter((row) => row.id !== null), total: total === null ? null : Number(total), version };
  }

  /** The page is the same frozen object until the data changes. */
  function readNearStart(
    { statement, total, version, isPrepared }: Extract<ListPlan, { kind: 'unfilteredNearStart' }>,
    currentVersion: string | undefined,
    toPage: (found: Found) => Page<unknown>,
  ): Promise<Page<unknown>> {
    return cachePage({ statement, version, currentVersion }, async () => {
      const rows = await read(statement, isPrepared);
      const [first = (await read(total))[0]] = rows;
      const result = Object.freeze(toPage({ rows, total: Number(first?.list_total) }));
      return { result, version: first?.version };
    });
  }

  /**
   * The total decides from which end the page is read, so it is read first. The page's statement reads it again: the
   * page is valid only if both have the same version.
   */
  async function readWithKnownTotal(
    { total: known, version, steps }: Extract<ListPlan, { kind: 'totalKnown' }>,
    request: ListRequest,
  ): Promise<Found> {
    const lookedUp = sql`select list_total from (${known.statement}) as known`;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const [row = {}] = await read(
        sql`select known.*, (${version})::text as version from (${known.statement}) as known`,
      );
      const total = Number(row.list_total);
      const window = nearestPageWindow(request, total);
      if (window.limit === 0) return { rows: [], total };
      const indexBound = known.narrow?.(row) ?? null;
      if (!isIndexScanCheaper(total, window, request, indexBound)) {
        const sorted = await readPage(steps.sortAll(pageWindow(request), indexBound));
        if (sorted.total !== null) return { rows: sorted.rows, total: sorted.total };
      }
      const page = await readPage(
        steps.indexScan(window, totalIfVersion(row.version, total, lookedUp), indexBound, null),
      );
      if (page.version === row.version && page.total === total) return { rows: page.rows, total };
    }
    return readForwards(steps, request, lookedUp);
  }

  /** Total and rows of one statement, consistent even if the list changes meanwhile. */
  async function readForwards(steps: PageSteps, request: ListRequest, total: Sql): Promise<Found> {
    const page = await readPage(steps.indexScan(pageWindow(request), total, null, null));
    return { rows: page.rows, total: page.total ?? 0 };
  }

  async function readWithUnknownTotal(
    { count, steps, version, isPrepared }: Extract<ListPlan, { kind: 'totalUnknown' }>,
    request: ListRequest,
  ) {
    const key = JSON.stringify(compile(count));
    const cached = totals.get(key);
    if (cached === undefined) {
      const { rows, total } = await readPage(steps.sortAll(pageWindow(request), null), isPrepared);
      if (total !== null) return { rows, total };
    }
    const countsFirst = pageWindow(request).offset > countFirstBeyondOffset;
    const counted = cached ?? (countsFirst ? await countRows(count, version) : undefined);
    return indexScan(count, steps, request, counted, key);
  }

  async function countRows(count: Sql, version: Sql): Promise<CachedTotal> {
    const [row = {}] = await read(sql`select (${count}) as list_total, (${version})::text as version`);
    return { total: Number(row.list_total), version: String(row.version) };
  }

  async function indexScan(
    count: Sql,
    steps: PageSteps,
    request: ListRequest,
    counted: CachedTotal | undefined,
    key: string,
  ): Promise<Found> {
    const scan = (window: PageWindow, total: Sql) =>
      readPage(steps.indexScan(window, total, null, maxScannedRows(window)));
    let window = counted === undefined ? pageWindow(request) : nearestPageWindow(request, counted.total);
    let page = await scan(
      window,
      counted === undefined ? count : totalIfVersion(counted.version, counted.total, count),
    );
    const now = page.total ?? 0;
    const current = totalIfVersion(page.version, now, count);
    // The list has become short; without a cached total, the next read sorts it.
    if (counted !== undefined && now < counted.total / 2) totals.delete(key);
    else if (typeof page.version === 'string') totals.set(key, { total: now, version: page.version });
    if (counted !== undefined && now !== counted.total) {
      // The list has changed in size meanwhile, so the rows counted from its end are not the requested ones.
      window = pageWindow(request);
      page = await scan(window, current);
    }
    const total = page.total ?? 0;
    if (page.rows.length >= Math.min(window.limit, total - window.offset)) return { rows: page.rows, total };
    // The scan ended before the page was full. Sorting reads all rows of the list, a longer scan perhaps all others.
    if (total > maxSortedScans * maxScannedRows(window)) return readForwards(steps, request, current);
    const sorted = await readPage(steps.sortMany(pageWindow(request)));
    return { rows: sorted.rows, total: sorted.total ?? 0 };
  }

  return async <Item>(source: ListSource, request: ListRequest, toItem: (row: Row) => Item) => {
    const { page, limit } = request;
    const toPage = ({ rows, total }: Found): Page<Item> => {
      return { items: rows.map(toItem), total, pages: Math.ceil(total / limit), page, limit };
    };
    const { currentVersion } = source;
    const plan = planList(source, request);
    if (plan.kind === 'unfilteredNearStart') return (await readNearStart(plan, currentVersion, toPage)) as Page<Item>;
    const readFiltered = async () =>
      toPage(
        plan.kind === 'totalKnown'
          ? await readWithKnownTotal(plan, request)
          : await readWithUnknownTotal(plan, request),
      );
    if (!plan.isCached || currentVersion === undefined) return readFiltered();
    const key = plan.steps.sortAll(pageWindow(request), null);
    // If the orders change in between, the page is stored under the old version, and no later request asks for it.
    return (await cacheFiltered({ statement: key, version: plan.version, currentVersion }, async () => {
      return { result: Object.freeze(await readFiltered()), version: currentVersion };
    })) as Page<Item>;
  };
}
