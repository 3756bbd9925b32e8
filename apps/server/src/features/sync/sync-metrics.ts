import type { SyncKind } from '@portal/contract/sync';
import { syncKinds } from '@portal/contract/values';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { systemSyncScope } from '../../access/scope.ts';
import { type Clock, hourMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { findFreshness } from './queries.ts';

type Sample = { labels: Record<string, string>; value: number };

/** Adds metrics of the mirrors, which are read from the database when they are scraped. */
export function addSyncMetrics(registry: Registry, db: Database, clock: Clock): void {
  const age = async (): Promise<Sample[]> => {
    const freshness = await findFreshness(systemSyncScope(), db);
    return syncKinds.flatMap((kind) => {
      const freshAt = freshness[kind];
      return freshAt === null
        ? []
        : [{ labels: { kind }, value: (clock.now().getTime() - Date.parse(freshAt)) / 1000 }];
    });
  };
  const failed = async (): Promise<Sample[]> => {
    const rows = await db
      .selectFrom('sync_failures')
      .select(({ fn }) => ['kind', fn.countAll<string>().as('records')])
      .groupBy('kind')
      .execute();
    return syncKinds.map((kind) => ({
      labels: { kind },
      value: Number(rows.find((row) => row.kind === kind)?.records ?? 0),
    }));
  };
  const runs = async (): Promise<Sample[]> => {
    const since = new Date(clock.now().getTime() - 24 * hourMs);
    const { rows } = await sql<{ kind: SyncKind; result: string; runs: string }>`
      select kind, status as result, count(*) as runs from sync_runs
      where status <> 'running' and kind = any(${syncKinds}) and started_at > ${since}
      group by kind, status`.execute(db);
    return rows.map(({ kind, result, runs: count }) => ({ labels: { kind, result }, value: Number(count) }));
  };
  addGauge(
    registry,
    'sync_mirror_age_seconds',
    'Time since the end of the last successful sync of all customers and dates',
    age,
  );
  addGauge(registry, 'sync_failed_records', 'Records that could not be read from NetSuite', failed);
  addGauge(registry, 'sync_runs_last_day', 'Sync runs of the last 24 hours by result, in all processes', runs);
}

function addGauge(registry: Registry, name: string, help: string, read: () => Promise<Sample[]>): void {
  new Gauge({
    name,
    help,
    labelNames: name === 'sync_runs_last_day' ? ['kind', 'result'] : ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      // The other metrics stay available while the database is not.
      for (const { labels, value } of await read().catch(() => [])) this.set(labels, value);
    },
  });
}
