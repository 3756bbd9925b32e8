import type { NetsuiteLimit, SyncKind } from '@portal/contract/sync';
import { syncKinds } from '@portal/contract/values';
import { sql } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import { systemSyncScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { readNetsuiteLimit } from './netsuite-limit-queries.ts';
import { findFreshness } from './queries.ts';

type Sample = { labels: Record<string, string>; value: number };

/** Adds metrics of the mirrors. */
export function addSyncMetrics(registry: Registry, db: Database, clock: Clock): void {
  const age = 'Time since the end of the last successful sync of all customers and dates';
  addGauge(registry, 'sync_mirror_age_seconds', age, ['kind'], async () => {
    const freshness = await findFreshness(systemSyncScope(), db);
    const ageOf = (freshAt: string) => (clock.now().getTime() - Date.parse(freshAt)) / 1000;
    return Object.entries(freshness).flatMap(([kind, freshAt]) =>
      freshAt === null ? [] : [{ labels: { kind }, value: ageOf(freshAt) }],
    );
  });
  addGauge(registry, 'sync_failed_records', 'Records that could not be read from NetSuite', ['kind'], async () => {
    const { rows } = await sql<{ kind: SyncKind; records: string }>`
      select kind, (select count(*) from sync_failures failed where failed.kind = each.kind) as records
      from unnest(${syncKinds}::text[]) as each (kind)`.execute(db);
    return rows.map(({ kind, records }) => ({ labels: { kind }, value: Number(records) }));
  });
  const runs = 'Sync runs of the last 24 hours by result, in all processes';
  addGauge(registry, 'sync_runs_last_day', runs, ['kind', 'result'], async () => {
    const { rows } = await sql<{ kind: SyncKind; result: string; runs: string }>`
      select kind, status as result, count(*) as runs from sync_runs
      where status <> 'running' and kind = any(${syncKinds}) and started_at > ${clock.now()}::timestamptz - interval '1 day'
      group by kind, status`.execute(db);
    return rows.map(({ kind, result, runs: count }) => ({ labels: { kind, result }, value: Number(count) }));
  });
}

const limitGauges: readonly [name: string, help: string, value: (limit: NetsuiteLimit) => number][] = [
  [
    'concurrency_configured',
    'Concurrent requests to NetSuite that the configuration allows',
    ({ configured }) => configured,
  ],
  ['concurrency_limit', 'Concurrent requests to NetSuite allowed now, in all processes', ({ allowed }) => allowed],
  ['concurrency_in_use', 'Requests to NetSuite that are running, in all processes', ({ inUse }) => inUse],
  [
    'requests_waiting',
    'Requests to NetSuite that wait for another one to end, in all processes',
    ({ waiting }) => waiting,
  ],
  [
    'circuit_open',
    '1 while requests to NetSuite fail at once because previous ones failed',
    ({ openUntil }) => (openUntil === null ? 0 : 1),
  ],
];

/**
 * Adds metrics of requests to NetSuite and of the account's shared state. Returns a function that counts a request by its
 * outcome.
 */
export function addNetsuiteMetrics(registry: Registry, db: Database): (outcome: string) => void {
  for (const [name, help, value] of limitGauges) {
    addGauge(registry, `netsuite_${name}`, help, [], async () => [
      { labels: {}, value: value(await readNetsuiteLimit(db)) },
    ]);
  }
  const requests = new Counter({
    name: 'netsuite_requests_total',
    help: 'Requests to NetSuite by outcome: success, or the kind of the error',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => requests.inc({ outcome });
}

/** Adds a metric that is read from the database when it is scraped. */
function addGauge(registry: Registry, name: string, help: string, labelNames: string[], read: () => Promise<Sample[]>) {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      if (labelNames.length === 0) this.remove();
      else this.reset();
      // The other metrics stay available while the database is not.
      for (const { labels, value } of await read().catch(() => [])) this.set(labels, value);
    },
  });
}
