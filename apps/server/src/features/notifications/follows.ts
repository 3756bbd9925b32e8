import type { CurrentUser } from '../../access/current-user.ts';
import { orderScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { runSql, sql } from '../../platform/sql.ts';
import { hasOrder, matchingOrders } from '../orders/matching-orders.ts';

/** What the list requests for a filter preset; `filter` is JSON text. */
export type FollowedPreset = { name: string; search?: string; filter?: string };

export type FollowDependencies = { db: Database; clock: Clock };

const MAX_ORDERS = 1000;
const MAX_PRESETS = 50;

/** Follows an order. Errors: 404 for one outside the caller's scope, 400 beyond 1000 orders. */
export async function followOrder(
  { db, clock }: FollowDependencies,
  currentUser: CurrentUser,
  orderId: string,
): Promise<void> {
  const { userId } = currentUser;
  if (!(await hasOrder(orderScope(currentUser), db, orderId))) throw notFound('There is no such order.');
  const statement = sql`
    insert into order_follows as known (user_id, order_id, created_at)
    select ${userId}::uuid, ${orderId}::bigint, ${clock.now().toISOString()}::timestamptz
    where (select count(*) from order_follows where user_id = ${userId} and order_id <> ${orderId}) < ${MAX_ORDERS}
    on conflict (user_id, order_id, preset_id) do update set created_at = known.created_at returning user_id`;
  const [followed] = await runSql(db, statement);
  if (followed === undefined) throw badRequest('You follow 1000 orders, the most that is possible.');
}

/** Follows a preset or replaces its filters. 400 if the caller's list would refuse them, or beyond 50 presets. */
export async function followPreset(
  { db, clock }: FollowDependencies,
  currentUser: CurrentUser,
  presetId: string,
  preset: FollowedPreset,
): Promise<void> {
  const { userId } = currentUser;
  matchingOrders(orderScope(currentUser), preset);
  const statement = sql`
    insert into order_follows (user_id, preset_id, preset, created_at)
    select ${userId}::uuid, ${presetId}::text, ${JSON.stringify(preset)}::jsonb, ${clock.now().toISOString()}::timestamptz
    where (select count(*) from order_follows where user_id = ${userId} and preset_id <> ${presetId}) < ${MAX_PRESETS}
    on conflict (user_id, order_id, preset_id) do update set preset = excluded.preset returning user_id`;
  const [followed] = await runSql(db, statement);
  if (followed === undefined) throw badRequest('You follow 50 presets, the most that is possible.');
}

export async function unfollow(
  { db }: FollowDependencies,
  { userId }: CurrentUser,
  followed: { orderId: string } | { presetId: string },
): Promise<void> {
  const one = 'orderId' in followed ? sql`order_id = ${followed.orderId}` : sql`preset_id = ${followed.presetId}`;
  await runSql(db, sql`delete from order_follows where user_id = ${userId} and ${one}`);
}

/** What a user follows, in the order in which it began to. */
export async function findFollows(
  db: Database,
  userId: string,
): Promise<{ orderId: string | null; presetId: string | null; preset: FollowedPreset | null; createdAt: string }[]> {
  return runSql(
    db,
    sql`select order_id as "orderId", preset_id as "presetId", preset, created_at as "createdAt" from order_follows
      where user_id = ${userId} order by created_at, order_id, preset_id`,
  );
}

/** Users who follow one of these orders, or any preset. */
export async function findFollowers(db: Database, orderIds: readonly string[]): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    db,
    sql`select distinct user_id as id from order_follows
      where preset_id is not null or order_id = any(${orderIds}::bigint[]) order by user_id`,
  );
  return rows.map(({ id }) => id);
}
