/** Requests since the counts were last reset. */
export type RequestCounts = {
  total: number;
  /** By method and path, ids replaced: `GET /services/rest/record/v1/salesOrder/{id}`. */
  byPath: Record<string, number>;
  /** By status; `0` for connections that were dropped. */
  byStatus: Record<string, number>;
  /** The most record, query and system requests that were under way at one time. */
  peakConcurrency: number;
};

/** Counts requests as they come and go. */
export function createRequestLog() {
  const empty = (): RequestCounts => ({ total: 0, byPath: {}, byStatus: {}, peakConcurrency: 0 });
  let counts = empty();
  let underWay = 0;
  return {
    arrived(method: string, path: string) {
      const key = `${method} ${path.split('?')[0]?.replaceAll(/\/\d+(?=\/|$)/g, '/{id}') ?? ''}`;
      counts.total += 1;
      counts.byPath[key] = (counts.byPath[key] ?? 0) + 1;
    },
    answered(status: number) {
      counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1;
    },
    /** One more request under way; answers how many there are now. */
    enter() {
      underWay += 1;
      counts.peakConcurrency = Math.max(counts.peakConcurrency, underWay);
      return underWay;
    },
    leave() {
      underWay -= 1;
    },
    counts: () => structuredClone(counts),
    reset() {
      counts = empty();
    },
  };
}
