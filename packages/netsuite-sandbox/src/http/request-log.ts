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
export type RequestLog = {
  arrived(method: string, path: string): void;
  answered(status: number): void;
  /** One more request under way; answers how many there are now. */
  enter(): number;
  leave(): void;
  counts(): RequestCounts;
  reset(): void;
};

export function createRequestLog(): RequestLog {
  const empty = (): RequestCounts => ({ total: 0, byPath: {}, byStatus: {}, peakConcurrency: 0 });
  let counts = empty();
  let underWay = 0;
  return {
    arrived(method, path) {
      const key = `${method} ${path.split('?')[0]?.replaceAll(/\/\d+(?=\/|$)/g, '/{id}') ?? ''}`;
      counts.total += 1;
      counts.byPath[key] = (counts.byPath[key] ?? 0) + 1;
    },
    answered(status) {
      counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1;
    },
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
