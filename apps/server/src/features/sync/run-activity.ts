import type { Database } from '../../platform/database.ts';
import { type Actor, partyOf, recordActivity } from '../activity/record-activity.ts';
import type { ActivityEvent } from '../activity/wording.ts';
import { findPreviousEnd, type Run } from './queries.ts';

/**
 * Logs the end of a run. A scheduled run, and one of records that belong to orders, is logged only if it changed
 * something or its outcome differs from the previous run; otherwise an entry every five minutes would hide the others.
 */
export async function recordRunEnd(transaction: Database, run: Run, at: Date): Promise<void> {
  const event = eventOf(run);
  if (event === undefined) return;
  const actor = run.requested_by === null ? undefined : await findActor(transaction, run.requested_by);
  const isRequested = actor !== undefined && (run.kind === 'orders' || run.kind === 'customers');
  if (!isRequested && !(await isNews(transaction, run))) return;
  await recordActivity(transaction, { at, ...event, ...(actor === undefined ? {} : { actor }) });
}

function eventOf({ status, kind, message, ...counts }: Run): ActivityEvent | undefined {
  if (status === 'failed') return { action: 'sync-failed', params: { kind, message } };
  if (status !== 'complete' && status !== 'partial') return undefined;
  const [created, updated, deleted] = [Number(counts.created), Number(counts.updated), Number(counts.deleted)];
  const action = status === 'complete' ? 'sync-finished' : 'sync-partial';
  return { action, params: { kind, created, updated, deleted, message } };
}

/** Messages for users who may not see NetSuite's own messages, which may name the account and its setup. */
export function plainMessage({ status, message }: Pick<Run, 'status' | 'message'>): string | null {
  if (status === 'failed') return 'The sync could not be completed. Please try again later.';
  if (status === 'partial') return 'Some records could not be updated. They are tried again at the next sync.';
  return status === 'complete' ? null : message;
}

async function findActor(transaction: Database, userId: string): Promise<Actor | undefined> {
  const users = transaction.selectFrom('users').where('id', '=', userId);
  const fields = ['id', 'full_name as fullName', 'email', 'customer_id as customerId'] as const;
  const user = await users.select(fields).executeTakeFirst();
  return user && partyOf(user);
}

async function isNews(transaction: Database, run: Run): Promise<boolean> {
  if (Number(run.created) + Number(run.updated) + Number(run.deleted) > 0) return true;
  const last = (await findPreviousEnd(transaction, run)) ?? { status: 'complete', failed: '0' };
  return last.status !== run.status || last.failed !== run.failed;
}
