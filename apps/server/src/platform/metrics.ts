import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics in the registry that `/metrics` exposes. */
export type Metrics = {
  registry: Registry;
  /** Counts a completed request; `route` is the pattern, never a path with ids. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
};

/** Prometheus metrics: process statistics and request durations. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    registry,
    observeRequest: ({ method, route, status, seconds }) =>
      duration.observe({ method, route, status: String(status) }, seconds),
  };
}

type Sample = { labels?: Record<string, string>; value: number };

/** Adds a metric that is read when it is scraped. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Sample[] | Promise<Sample[]>,
  labelNames: string[] = [],
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      if (labelNames.length === 0) this.remove();
      else this.reset();
      // The other metrics stay available while the database is not.
      const samples = await Promise.resolve()
        .then(read)
        .catch(() => []);
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
  });
}
