/** The rows of a page and the list's total, as they were under a version of the data. */
export type RememberedPage = {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  readonly version: string;
};

/** Pages by whatever tells one request from another. */
export type PageMemory = {
  get(key: string): RememberedPage | undefined;
  set(key: string, page: RememberedPage): void;
};

/**
 * Remembers the pages that were read last, so many rows of them altogether. It never answers on its own: whoever asks
 * compares the version with the database's, which changes with the data, whichever process changes it.
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
      // Used last, forgotten last.
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
