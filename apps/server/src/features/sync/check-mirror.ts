import type { Selection, Survey } from '@portal/netsuite/source/record-source';
import { compareIds } from './compare-ids.ts';
import { countMirrored, findUnmirrored } from './mirror-queries.ts';
import { readAlone } from './read-alone.ts';
import { daysOf, eachAtOnce, land, type RunContext, step } from './run-context.ts';
import { listFailures } from './run-queries.ts';

/** The record service lists no more than this, so that its count tells nothing beyond. */
const longestList = 100_000;

type Counts = {
  /** By SuiteQL, which does not see locked records. */
  counted: number;
  /** By the record service, which does; null where it was not asked. */
  listed: number | null;
  mirrored: number;
  setAside: { all: number; unmirrored: number };
};

export type CheckOptions = {
  selection: Selection;
  /** The survey that the run began with. */
  survey: Survey;
  serverTime: Date;
  /** Deletions at or after this are read; null for a first run, to which they mean nothing. */
  deletedSince: Date | null;
  /** Compares the ids even where the counts agree. */
  thorough: boolean;
};

/**
 * Ends a run: deletions, then the question whether NetSuite and the mirror hold the same records. Where they do not,
 * their ids are compared. Answers in words what still differs; null when nothing does.
 */
export async function checkMirror<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  options: CheckOptions,
): Promise<string | null> {
  const { selection, survey, serverTime, thorough } = options;
  const wasChanged = survey.changed > 0 || thorough;
  await step(context, { phase: 'deletions' });
  const before = await count(context, options, !wasChanged);
  if (agree(before) && !wasChanged && before.listed !== null) return null;
  await removeDeleted(context, options.deletedSince);
  await step(context, { phase: 'checking' });
  context.signal.throwIfAborted();
  const after = await recount(context, before);
  if (agree(after) && !thorough) return null;
  await compareIds(context, selection, serverTime, after.listed === after.counted);
  await readHidden(context, await recount(context, after));
  const end = await count(context, options, false);
  return agree(end) ? null : `NetSuite counts ${end.listed ?? end.counted} records, the portal holds ${end.mirrored}.`;
}

async function count<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  { selection, survey }: Pick<CheckOptions, 'selection' | 'survey'>,
  isKnown: boolean,
): Promise<Counts> {
  const { source, signal } = context;
  const isWhole = selection.customerId === null && selection.from === null && selection.to === null;
  const [{ total }, listed] = await Promise.all([
    isKnown ? survey : source.survey(selection, { signal }),
    isWhole && survey.total < longestList ? source.listedCount({ signal }) : null,
  ]);
  return recount(context, { counted: total, listed });
}

async function recount<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  { counted, listed }: Pick<Counts, 'counted' | 'listed'>,
): Promise<Counts> {
  const { scope, db, mirror } = context;
  const mirrored = await countMirrored(scope, db, mirror, daysOf(context));
  // Whose a record is that could not be read is not known: a run of one customer leaves them out.
  const failures = scope.records.kind === 'all' ? await listFailures(db, mirror.kind) : [];
  const ids = failures.map(({ id }) => id);
  const unmirrored = ids.length === 0 ? 0 : (await findUnmirrored(scope, db, mirror, ids)).length;
  return { counted, listed, mirrored, setAside: { all: ids.length, unmirrored } };
}

/** Whether the numbers fit, given the records set aside: each may be mirrored or not, and hide from SuiteQL or not. */
function agree({ counted, listed, mirrored, setAside }: Counts): boolean {
  const there = mirrored + setAside.unmirrored;
  if (listed !== null && listed !== there) return false;
  return counted <= there && counted >= there - setAside.all;
}

async function removeDeleted<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  since: Date | null,
): Promise<void> {
  if (since === null) return;
  const ids = await context.source.deletedSince(since, { signal: context.signal });
  if (ids !== null && ids.length > 0) await land(context, { rows: [], gone: ids });
}

/** Records that only the record service lists, and that are not mirrored yet: locked ones, read once they are free. */
async function readHidden<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  { listed, mirrored, setAside }: Counts,
): Promise<void> {
  const { source, scope, db, mirror, signal, concurrency } = context;
  let missing = (listed ?? 0) - mirrored - setAside.unmirrored;
  if (missing <= 0) return;
  for await (const ids of source.listedIds({ signal })) {
    const unmirrored = await findUnmirrored(scope, db, mirror, ids);
    const fresh = unmirrored.filter((id) => !context.setAsideIds.has(id));
    await eachAtOnce(fresh, concurrency, async (id) => land(context, await readAlone(context, id)));
    missing -= fresh.length;
    if (missing <= 0) return;
  }
}
