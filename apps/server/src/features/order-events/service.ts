import type { TimelineEntry, TimelineQuery } from '@portal/contract/timeline';
import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { userScope } from '../../access/people-scope.ts';
import { type OrderScope, orderScope } from '../../access/scope.ts';
import type { Database, DatabaseClient } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { hasOrder } from '../orders/matching-orders.ts';
import { type EventFacts, findEvents, findLastChanges, findTimeline, type TimelineRow } from './queries.ts';

/** What happened to an order, newest first. 404 for an order outside the caller's scope. */
export async function listTimeline(
  { db, pool }: Pick<DatabaseClient, 'db' | 'pool'>,
  currentUser: CurrentUser,
  orderId: string,
  query: TimelineQuery,
): Promise<TimelineEntry[]> {
  const scope = orderScope(currentUser);
  if (!(await hasOrder(scope, db, orderId))) throw notFound('There is no such order.');
  return (await findTimeline(scope, userScope(currentUser), pool, orderId, query)).map(toEntry);
}

/** The orders, which have been found in scope, with the time of the newest event or file of each timeline. */
export async function withLastChanges<Found extends { id: string }>(
  pool: pg.Pool,
  currentUser: CurrentUser,
  orders: readonly Found[],
): Promise<(Found & { changedAt?: string | undefined })[]> {
  const ids = orders.map(({ id }) => id);
  const changes = await findLastChanges(orderScope(currentUser), pool, ids);
  return orders.map((order) => ({ ...order, changedAt: changes.get(order.id) }));
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
