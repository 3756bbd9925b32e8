import type { MirrorState, NetsuiteCheck, SyncKind, SyncOverview } from '@portal/contract/sync';
import { syncKinds } from '@portal/contract/values';
import { checkNetsuite } from '@portal/netsuite/check/check-netsuite';
import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import { systemSyncScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { badGateway, notFound } from '../../platform/errors.ts';
import { findHeldDeletions } from './held-queries.ts';
import { inspectMirror, type MirrorInspection } from './inspect-mirror.ts';
import { mirrors, syncSequence } from './mirrors.ts';
import type { NetsuiteConnection } from './netsuite-connection.ts';
import { readNetsuiteLimit } from './netsuite-limit-queries.ts';
import { countRecords, findCheck, isFailed, listFailedRecords, saveCheck } from './operation-queries.ts';
import { findFreshness } from './queries.ts';
import { type RecordResult, retryFailedRecord } from './retry-failed-record.ts';
import type { RunnerParts } from './runner.ts';

export type OperationParts = {
  db: Database;
  clock: Clock;
  netsuite: NetsuiteConnection;
  kinds: RunnerParts['kinds'];
  /** Age in milliseconds from which a mirror counts as stale. */
  staleAfterMs: number;
};

/** What staff need to operate the sync. The callers check the permission. */
export function createOperations({ db, clock, netsuite, kinds, staleAfterMs }: OperationParts) {
  let checking: Promise<NetsuiteCheck> | undefined;

  async function runCheck(): Promise<NetsuiteCheck> {
    const findings = await checkNetsuite({ ...netsuite, now: clock.now });
    return saveCheck(db, findings, clock.now());
  }

  async function readMirrors(): Promise<MirrorState[]> {
    const freshness = await findFreshness(systemSyncScope(), db);
    const states = syncKinds.map(async (kind): Promise<MirrorState> => {
      const freshAt = freshness[kind];
      const { firstRunAt, ...counts } = await countRecords(db, mirrors[kind]);
      const since = freshAt ?? firstRunAt;
      const isStale = since !== null && clock.now().getTime() - Date.parse(since) > staleAfterMs;
      return { kind, freshAt, isStale, ...counts };
    });
    return Promise.all(states);
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
    async listFailed({ page, limit }: { page: number; limit: number }) {
      const { items, total } = await listFailedRecords(db, { offset: (page - 1) * limit, limit });
      return { items, total, pages: Math.ceil(total / limit), page, limit };
    },
    /** Reads a failed record again. 404 if it is not listed as failed; 502 if NetSuite does not answer. */
    async retryFailed(kind: SyncKind, id: string): Promise<RecordResult> {
      if (!(await isFailed(db, kind, id))) throw notFound('This record is not listed as failed.');
      return retryFailedRecord({ db, clock, ...kinds[kind] }, id).catch((error: unknown) => {
        throw error instanceof NetsuiteError ? badGateway(error.message, error) : error;
      });
    },
  };
}
