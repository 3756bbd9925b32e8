import type { TimelineEntry, TimelineQuery } from '@portal/contract/timeline';
import type { CurrentUser } from '../../access/current-user.ts';
import { userScope } from '../../access/people-scope.ts';
import { type OrderScope, orderScope } from '../../access/scope.ts';
import type { Database, DatabaseClient } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { type EventFacts, findEvents, findTimeline, hasOrder, type TimelineRow } from './queries.ts';

export { hasOrder } from './queries.ts';

export type TimelineService = ReturnType<typeof createTimelineService>;

/** What happened to orders, within the caller's scope. */
export function createTimelineService({ db, pool }: Pick<DatabaseClient, 'db' | 'pool'>) {
  /** Newest first. 404 for an order outside the caller's scope. */
  async function list(currentUser: CurrentUser, orderId: string, query: TimelineQuery): Promise<TimelineEntry[]> {
    const scope = orderScope(currentUser);
    if (!(await hasOrder(scope, db, orderId))) throw notFound('There is no such order.');
    return (await findTimeline(scope, userScope(currentUser), pool, orderId, query)).map(toEntry);
  }

  return { list };
}

/** Events by id, as far as the scope shows them. */
export async function readEvents(
  scope: OrderScope,
  db: Database,
  ids: readonly string[],
): Promise<Map<string, EventFacts & { at: string }>> {
  const events = await findEvents(scope, db, ids);
  return new Map(events.map(({ id, at, facts }) => [id, { at, ...facts }]));
}

function toEntry({ id, at, entry }: TimelineRow): TimelineEntry {
  if (entry.kind !== 'assignment' || entry.endsAt === undefined) return { id, at, ...entry };
  return { id, at, ...entry, endsAt: new Date(entry.endsAt).toISOString() };
}
