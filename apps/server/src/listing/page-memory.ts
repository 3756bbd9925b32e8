/** Rows of a page and the list's total for a version of the data. */
export type RememberedPage = {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  readonly version: string;
};

/** Cached pages by a key that identifies the request. */
export type PageMemory = {
  get(key: string): RememberedPage | undefined;
  set(key: string, page: RememberedPage): void;
};

/**
 * LRU cache of pages, limited by their total number of rows. Callers must compare the version with the database's,
 * which changes with the data in any process.
 */
export function createPageMemory(maxRows: number): PageMemory {
  const pages = new Map<string, RememberedPage>();
  let rows = 0;
  const forget = (key: string) => {
    rows -= pages.get(key)?.rows.length ?? 0;
    pages.delete(key);
  };
  return {
    get(key) {
      const page = pages.get(key);
      if (page === undefined) return undefined;
      // Moves the entry to the end of the LRU order.
      pages.delete(key);
      pages.set(key, page);
      return page;
    },
    set(key, page) {
      forget(key);
      pages.set(key, page);
      rows += page.rows.length;
      for (const oldest of pages.keys()) {
        if (rows <= maxRows) break;
        forget(oldest);
      }
    },
  };
}
