/** A total and the version of the data that it was counted for. */
export type RememberedTotal = { readonly total: number; readonly version: string };

/** Totals by the statement that counted them. */
export type TotalCache = {
  get(key: string): RememberedTotal | undefined;
  set(key: string, remembered: RememberedTotal): void;
  forget(key: string): void;
};

/** Cache of counted totals. The database compares the version and counts again if any process has changed the data. */
export function createTotalCache(capacity: number): TotalCache {
  const entries = new Map<string, RememberedTotal>();
  return {
    get: (key) => entries.get(key),
    forget: (key) => void entries.delete(key),
    set: (key, remembered) => {
      entries.delete(key);
      entries.set(key, remembered);
      const [oldest] = entries.keys();
      if (entries.size > capacity && oldest !== undefined) entries.delete(oldest);
    },
  };
}
