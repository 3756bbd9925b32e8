import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/database.ts';
import { type NetsuiteLimit, readNetsuiteLimit } from './netsuite-limit-queries.ts';

/**
 * Adds metrics of requests to NetSuite, and of the account's shared state, which is read when the metrics are scraped.
 * Returns a function that counts a request by its outcome.
 */
export function addNetsuiteMetrics(registry: Registry, db: Database): (outcome: string) => void {
  const gauges: { name: string; help: string; value: (limit: NetsuiteLimit) => number }[] = [
    {
      name: 'netsuite_concurrency_configured',
      help: 'Concurrent requests to NetSuite that the configuration allows',
      value: ({ configured }) => configured,
    },
    {
      name: 'netsuite_concurrency_limit',
      help: 'Concurrent requests to NetSuite allowed now, in all processes',
      value: ({ allowed }) => allowed,
    },
    {
      name: 'netsuite_concurrency_in_use',
      help: 'Requests to NetSuite that are running, in all processes',
      value: ({ inUse }) => inUse,
    },
    {
      name: 'netsuite_requests_waiting',
      help: 'Requests to NetSuite that wait for another one to end, in all processes',
      value: ({ waiting }) => waiting,
    },
    {
      name: 'netsuite_circuit_open',
      help: '1 while requests to NetSuite fail at once because previous ones failed',
      value: ({ openUntil }) => (openUntil === null ? 0 : 1),
    },
  ];
  for (const { name, help, value } of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // The other metrics stay available while the database is not.
        const limit = await readNetsuiteLimit(db).catch(() => undefined);
        if (limit === undefined) this.remove();
        else this.set(value(limit));
      },
    });
  }
  const requests = new Counter({
    name: 'netsuite_requests_total',
    help: 'Requests to NetSuite by outcome: success, or the kind of the error',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => requests.inc({ outcome });
}
