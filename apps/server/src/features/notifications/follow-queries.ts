import type { OrderScope } from '../../access/scope.ts';
import { ordersWithin } from '../../access/scope-sql.ts';
import type { Database } from '../../platform/database.ts';
import { runSql, sql } from '../../platform/sql.ts';

/** What the list requests for a filter preset; `filter` is JSON text. */
export type FollowedPreset = { name: string; search?: string; filter?: string };

const MAX_ORDERS = 1000;
const MAX_PRESETS = 50;

/** Follows an order in scope. Returns 'unknown' outside the scope, 'full' beyond 1000 orders. */
export async function followOrder(
  scope: OrderScope,
  db: Database,
  userId: string,
  orderId: string,
  at: Date,
): Promise<'followed' | 'unknown' | 'full'> {
  const [order] = await runSql(
    db,
    sql`select from sales_orders where id = ${orderId} and ${ordersWithin(scope) ?? sql`true`}`,
  );
  if (order === undefined) return 'unknown';
  const statement = sql`
    insert into order_follows as known (user_id, order_id, created_at)
    select ${userId}::uuid, ${orderId}::bigint, ${at.toISOString()}::timestamptz
    where (select count(*) from order_follows where user_id = ${userId} and order_id <> ${orderId}) < ${MAX_ORDERS}
    on conflict (user_id, order_id, preset_id) do update set created_at = known.created_at returning user_id`;
  return (await runSql(db, statement)).length === 0 ? 'full' : 'followed';
}

/** Follows a preset or replaces its filters. Returns false beyond 50 presets. */
export async function followPreset(
  db: Database,
  userId: string,
  presetId: string,
  preset: FollowedPreset,
  at: Date,
): Promise<boolean> {
  const statement = sql`
    insert into order_follows (user_id, preset_id, preset, created_at)
    select ${userId}::uuid, ${presetId}::text, ${JSON.stringify(preset)}::jsonb, ${at.toISOString()}::timestamptz
    where (select count(*) from order_follows where user_id = ${userId} and preset_id <> ${presetId}) < ${MAX_PRESETS}
    on conflict (user_id, order_id, preset_id) do update set preset = excluded.preset returning user_id`;
  return (await runSql(db, statement)).length > 0;
}

export async function unfollow(
  db: Database,
  userId: string,
  followed: { orderId: string } | { presetId: string },
): Promise<void> {
  const one = 'orderId' in followed ? sql`order_id = ${followed.orderId}` : sql`preset_id = ${followed.presetId}`;
  await runSql(db, sql`delete from order_follows where user_id = ${userId} and ${one}`);
}

/** What a user follows, in the order in which it began to. */
export async function findFollows(
  db: Database,
  userId: string,
): Promise<{ orderId: string | null; presetId: string | null; preset: FollowedPreset | null }[]> {
  return runSql(
    db,
    sql`select order_id as "orderId", preset_id as "presetId", preset from order_follows
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
