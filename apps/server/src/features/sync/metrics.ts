import type { SyncKind } from '@portal/contract/sync';
import { syncKinds } from '@portal/contract/values';
import { sql } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import { systemSyncScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { addGauge } from '../../platform/metrics.ts';
import { findFreshness } from './freshness.ts';
import { readNetsuiteLimit } from './netsuite-limit-queries.ts';

/** Adds metrics of the mirrors. */
export function addSyncMetrics(registry: Registry, db: Database, clock: Clock): void {
  const add = (name: string, help: string, labels: string[], read: Parameters<typeof addGauge>[3]) =>
    addGauge(registry, `sync_${name}`, help, read, labels);
  const age = 'Time since the end of the last successful sync of all customers and dates';
  add('mirror_age_seconds', age, ['kind'], async () => {
    const freshness = await findFreshness(systemSyncScope(), db);
    const ageOf = (freshAt: string) => (clock.now().getTime() - Date.parse(freshAt)) / 1000;
    return Object.entries(freshness).flatMap(([kind, freshAt]) =>
      freshAt === null ? [] : [{ labels: { kind }, value: ageOf(freshAt) }],
    );
  });
  add('failed_records', 'Records that could not be read from NetSuite', ['kind'], async () => {
    const { rows } = await sql<{ kind: SyncKind; records: string }>`
      select kind, (select count(*) from sync_failures failed where failed.kind = each.kind) as records
      from unnest(${syncKinds}::text[]) as each (kind)`.execute(db);
    return rows.map(({ kind, records }) => ({ labels: { kind }, value: Number(records) }));
  });
  add('runs_last_day', 'Sync runs of the last 24 hours by result, in all processes', ['kind', 'result'], async () => {
    const { rows } = await sql<{ kind: SyncKind; result: string; runs: string }>`
      select kind, status as result, count(*) as runs from sync_runs
      where status <> 'running' and kind = any(${syncKinds}) and started_at > ${clock.now()}::timestamptz - interval '1 day'
      group by kind, status`.execute(db);
    return rows.map(({ kind, result, runs }) => ({ labels: { kind, result }, value: Number(runs) }));
  });
}

/** Metrics of the account's shared state: the value in `NetsuiteLimit`, the metric and its description. */
const limitGauges = [
  ['configured', 'concurrency_configured', 'Concurrent requests to NetSuite that the configuration allows'],
  ['allowed', 'concurrency_limit', 'Concurrent requests to NetSuite allowed now, in all processes'],
  ['inUse', 'concurrency_in_use', 'Requests to NetSuite that are running, in all processes'],
  ['waiting', 'requests_waiting', 'Requests to NetSuite that wait for another one to end, in all processes'],
  ['isOpen', 'circuit_open', '1 while requests to NetSuite fail at once because previous ones failed'],
] as const;

/**
 * Adds metrics of requests to NetSuite and of the account's shared state. Returns a counter of requests by outcome.
 */
export function addNetsuiteMetrics(registry: Registry, db: Database): (outcome: string) => void {
  for (const [value, name, help] of limitGauges) {
    addGauge(registry, `netsuite_${name}`, help, async () => {
      const { openUntil, ...limit } = await readNetsuiteLimit(db);
      return [{ value: { ...limit, isOpen: openUntil === null ? 0 : 1 }[value] }];
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
