import type { ActivityAction } from '@portal/contract/values';
import type { Database } from '../../platform/database.ts';
import { type Actor, recordActivity } from '../activity/service.ts';
import type { Run } from './queries.ts';
import { findPrevious, findRequester } from './run-queries.ts';

/**
 * Logs the end of a run. A scheduled run is logged only if it changed something or its outcome differs from the
 * previous run; otherwise an entry every five minutes would hide the others.
 */
export async function recordRunEnd(transaction: Database, run: Run, at: Date): Promise<void> {
  const action = actions[run.status];
  if (action === undefined) return;
  const actor = run.requested_by === null ? undefined : await findActor(transaction, run.requested_by);
  if (actor === undefined && !(await isNews(transaction, run))) return;
  await recordActivity(transaction, { at, action, content: sentence(run), ...(actor === undefined ? {} : { actor }) });
}

const actions: Partial<Record<Run['status'], ActivityAction>> = {
  complete: 'sync-finished',
  partial: 'sync-partial',
  failed: 'sync-failed',
};

async function findActor(transaction: Database, userId: string): Promise<Actor | undefined> {
  const user = await findRequester(transaction, userId);
  if (user === undefined) return undefined;
  return { id: user.id, name: user.full_name ?? user.email, customerId: user.customer_id };
}

async function isNews(transaction: Database, run: Run): Promise<boolean> {
  if (Number(run.created) + Number(run.updated) + Number(run.deleted) > 0) return true;
  const previous = await findPrevious(transaction, run);
  const last = previous ?? { status: 'complete', failed: '0' };
  return last.status !== run.status || last.failed !== run.failed;
}

/** "Sync finished: 830 orders created" */
function sentence(run: Run): string {
  if (run.status === 'failed') return `Sync of ${run.kind} failed: ${run.message ?? 'Something went wrong.'}`;
  const changes = describeChanges(run);
  if (run.status === 'complete') return `Sync finished: ${changes}`;
  return `Sync partly finished: ${changes}. ${run.message ?? ''}`.trim();
}

function describeChanges(run: Run): string {
  const counted = [
    [Number(run.created), 'created'],
    [Number(run.updated), 'updated'],
    [Number(run.deleted), 'deleted'],
  ] as const;
  const changed = counted.filter(([count]) => count > 0);
  const [first, ...rest] = changed;
  if (first === undefined) return `no ${run.kind} changed`;
  const noun = first[0] === 1 ? run.kind.slice(0, -1) : run.kind;
  return [`${format(first[0])} ${noun} ${first[1]}`, ...rest.map(([count, verb]) => `${format(count)} ${verb}`)].join(
    ', ',
  );
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}
