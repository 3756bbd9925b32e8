import type { SyncKind } from '@portal/contract/sync';
import { everything, type IdRange } from '@portal/netsuite/source/record-source';
import { systemSyncScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import { rememberedColumns } from './account-columns.ts';
import { findDifferences } from './compare-mirror.ts';
import { countMirrored } from './mirror-queries.ts';
import type { SyncedKind } from './run-context.ts';
import { listFailures } from './run-queries.ts';

/** How a mirror compares with NetSuite: number of records, and ranges of ids in which they differ. */
export type MirrorInspection = {
  kind: SyncKind;
  netsuite: number;
  mirrored: number;
  failed: number;
  differing: IdRange[];
};

/** Compares a mirror with NetSuite by counts and buckets of ids, as the nightly sync does, and changes nothing. */
export async function inspectMirror(db: Database, { source, mirror }: SyncedKind): Promise<MirrorInspection> {
  const scope = systemSyncScope();
  const { signal } = new AbortController();
  const summary = await source.summarizeChanges(everything, { signal });
  const reader = source.open((await rememberedColumns({ db, mirror, source })) ?? new Set());
  const days = { from: null, to: null };
  const differing = await findDifferences({ reader, db, scope, mirror, signal, days }, everything, summary);
  return {
    kind: mirror.kind,
    netsuite: summary.total,
    mirrored: await countMirrored(scope, db, mirror, days),
    failed: (await listFailures(db, mirror.kind)).length,
    differing: differing.map(({ range }) => range),
  };
}
