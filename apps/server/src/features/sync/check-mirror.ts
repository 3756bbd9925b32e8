import type { ChangeSummary, Selection } from '@portal/netsuite/source/record-source';
import { compareMirror } from './compare-mirror.ts';
import { countMirrored, findUnmirrored } from './mirror-queries.ts';
import { removeMissing } from './remove-missing.ts';
import { daysOf, type RunContext, step, upsertBatch } from './run-context.ts';
import { listFailures } from './run-queries.ts';

type Counts = {
  /** Records that SuiteQL counts. */
  counted: number;
  /** Records in the mirror, without those whose deletion is held. */
  mirrored: number;
  /** Records that could not be read: all of them, and those among them that are not in the mirror. */
  failures: { all: number; unmirrored: number };
};

export type CheckOptions = {
  selection: Selection;
  /** The summary that the run began with. */
  summary: ChangeSummary;
  /** Deletions at or after this are read; null for a first run, to which they mean nothing. */
  deletedSince: Date | null;
  /** Compares all buckets even where the counts agree. */
  thorough: boolean;
};

/**
 * Ends a run: applies deletions, then checks that NetSuite and the mirror hold the same records. Where their numbers
 * differ, and each night, they are compared bucket by bucket. Returns in words what still differs; null when nothing does.
 */
export async function checkMirror<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  { selection, summary, deletedSince, thorough }: CheckOptions,
): Promise<string | null> {
  const { source, signal } = context;
  const isUnchanged = summary.changed === 0 && !thorough;
  await step(context, { phase: 'deletions' });
  // What was read in between may be newer than the summary: only an unchanged run can go by it.
  if (isUnchanged && agree(await count(context, summary.total))) return null;
  if (deletedSince !== null) {
    const ids = await source.deletedSince(deletedSince, { signal });
    if (ids !== null && ids.length > 0) await upsertBatch(context, { rows: [], deletedIds: ids });
  }
  await step(context, { phase: 'checking' });
  const total = async () => (await source.summarizeChanges({ ...selection, since: null }, { signal })).total;
  if (agree(await count(context, await total())) && !thorough) return null;
  const missing = await compareMirror(context, selection);
  const message = await removeMissing(context, missing);
  if (message !== null) return message;
  const after = await count(context, await total());
  return agree(after) ? null : `NetSuite counts ${after.counted} records, the portal holds ${after.mirrored}.`;
}

async function count<Row extends { readonly id: string }>(context: RunContext<Row>, counted: number): Promise<Counts> {
  const { scope, db, mirror } = context;
  const mirrored = await countMirrored(scope, db, mirror, daysOf(context));
  // The customer of a record that could not be read is unknown: a run of one customer leaves them out.
  const failures = scope.records.kind === 'all' ? await listFailures(db, mirror.kind) : [];
  const ids = failures.map(({ id }) => id);
  const unmirrored = ids.length === 0 ? 0 : (await findUnmirrored(scope, db, mirror, ids)).length;
  return { counted, mirrored, failures: { all: ids.length, unmirrored } };
}

/** Whether the numbers fit: each failed record may be in the mirror or not, and be counted by SuiteQL or not. */
function agree({ counted, mirrored, failures }: Counts): boolean {
  const expected = mirrored + failures.unmirrored;
  return counted <= expected && counted >= expected - failures.all;
}
