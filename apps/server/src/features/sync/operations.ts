import type { FailedRecord, Finding, MirrorState, NetsuiteCheck, SyncKind, SyncOverview } from '@portal/contract/sync';
import { checkNetsuite } from '@portal/netsuite/check/check-netsuite';
import { type RawBuilder, sql } from 'kysely';
import { systemSyncScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { inspectMirror, type MirrorInspection } from './compare-mirror.ts';
import { findFreshness } from './freshness.ts';
import { type Mirror, mirrors, syncSequence } from './mirrors.ts';
import type { NetsuiteConnection } from './netsuite-connection.ts';
import { readNetsuiteLimit } from './netsuite-limit-queries.ts';
import { type RecordResult, retryFailedRecord, throwBadGateway } from './read-outside-run.ts';
import type { SyncedKinds } from './run-context.ts';
import { findHeldDeletions, listFailedIds } from './unresolved-queries.ts';

export type OperationParts = {
  db: Database;
  clock: Clock;
  netsuite: NetsuiteConnection;
  kinds: SyncedKinds;
  /** Age in milliseconds from which a mirror counts as stale. */
  staleAfterMs: number;
};

/** A CASE by `kind` with a scalar subquery for each mirror. */
function ofKind(select: (mirror: Mirror) => RawBuilder<unknown>) {
  const branches = Object.values(mirrors).map((mirror) => sql`when ${sql.lit(mirror.kind)} then (${select(mirror)})`);
  return sql`case kind ${sql.join(branches, sql` `)} end`;
}

const numberOfRecords = ofKind(({ kind, table }) =>
  kind === 'orders'
    ? sql`select sum(orders) from order_counts_by_status`
    : sql`select count(*) from ${sql.table(table)}`,
);
/** What people call a failed record that is mirrored. */
const nameOfFailed = ofKind(
  ({ label, table }) => sql`select ${sql.raw(label)} from ${sql.table(table)} where id = failed.record_id`,
);

/** What staff need to operate the sync. The callers check the permission. */
export function createOperations({ db, clock, netsuite, kinds, staleAfterMs }: OperationParts) {
  let checking: Promise<NetsuiteCheck> | undefined;

  async function runCheck(): Promise<NetsuiteCheck> {
    const findings = await checkNetsuite({ ...netsuite, now: clock.now });
    const stored = { checked_at: clock.now(), findings: JSON.stringify(findings) };
    const { checked_at: checkedAt } = await db
      .insertInto('netsuite_check')
      .values(stored)
      .onConflict((conflict) => conflict.column('singleton').doUpdateSet(stored))
      .returning('checked_at')
      .executeTakeFirstOrThrow();
    return { checkedAt, findings };
  }

  async function readMirrors(): Promise<MirrorState[]> {
    const freshness = await findFreshness(systemSyncScope(), db);
    const { rows } = await sql<{ kind: SyncKind; records: string | null; failed: string; firstRunAt: string | null }>`
      select kind, ${numberOfRecords} as records,
        (select count(*) from sync_failures where sync_failures.kind = kinds.kind) as failed,
        (select min(started_at) from sync_runs where sync_runs.kind = kinds.kind) as "firstRunAt"
      from unnest(${Object.keys(mirrors)}::text[]) as kinds (kind)`.execute(db);
    return rows.map(({ kind, records, failed, firstRunAt }) => {
      const since = freshness[kind] ?? firstRunAt;
      const isStale = since !== null && clock.now().getTime() - Date.parse(since) > staleAfterMs;
      return { kind, freshAt: freshness[kind], isStale, records: Number(records ?? 0), failedRecords: Number(failed) };
    });
  }

  return {
    overview: async (): Promise<SyncOverview> => ({
      mirrors: await readMirrors(),
      netsuite: await readNetsuiteLimit(db),
      held: await findHeldDeletions(db),
      check: await findCheck(db),
    }),
    /** Checks the NetSuite account and stores the result. Callers at the same time share one check. */
    check(): Promise<NetsuiteCheck> {
      checking ??= runCheck().finally(() => {
        checking = undefined;
      });
      return checking;
    },
    /** Compares each mirror with NetSuite. */
    async inspect(): Promise<MirrorInspection[]> {
      const inspections: MirrorInspection[] = [];
      for (const kind of syncSequence) inspections.push(await inspectMirror(db, kinds[kind]));
      return inspections;
    },
    /** A page of the records that could not be read, those that failed first at the top. */
    async listFailed({ page, limit }: { page: number; limit: number }) {
      const { rows: items } = await sql<FailedRecord>`
        select kind, record_id as id, ${nameOfFailed} as name, reason as message,
          first_failed_at as "failedSince", last_failed_at as "lastTriedAt", tries as attempts
        from (
          select * from sync_failures order by first_failed_at, kind, record_id limit ${limit} offset ${(page - 1) * limit}
        ) failed order by first_failed_at, kind, record_id`.execute(db);
      const { rows } = await sql<{ total: string }>`select count(*) as total from sync_failures`.execute(db);
      const total = Number(rows[0]?.total ?? 0);
      return { items, total, pages: Math.ceil(total / limit), page, limit };
    },
    /** Reads a failed record again. 404 if it is not listed as failed; 502 if NetSuite does not answer. */
    async retryFailed(kind: SyncKind, id: string): Promise<RecordResult> {
      if (!(await listFailedIds(systemSyncScope(), db, kind)).includes(id))
        throw notFound('This record is not listed as failed.');
      return retryFailedRecord({ db, clock, ...kinds[kind] }, id).catch(throwBadGateway);
    },
  };
}

/** The last check of the NetSuite account; null before the first one. */
async function findCheck(db: Database): Promise<NetsuiteCheck | null> {
  const found = await db.selectFrom('netsuite_check').select(['checked_at', 'findings']).executeTakeFirst();
  return found === undefined ? null : { checkedAt: found.checked_at, findings: found.findings as Finding[] };
}
