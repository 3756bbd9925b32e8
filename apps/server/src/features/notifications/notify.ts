import { type OrderScope, orderScope } from '../../access/scope.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import { type Clock, hourMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import { join, type Sql, sql } from '../../platform/sql.ts';
import { stillMatchingOrders } from '../orders/matching-orders.ts';
import { type Follow, readFollows } from './followed-presets.ts';
import { findFollowers } from './follows.ts';
import {
  deleteChangedOrders,
  findDue,
  findRecipients,
  insertNotifications,
  type Recipient,
  startMail,
  takeEvents,
} from './queries.ts';

/** Hour (UTC) from which daily mails are sent. */
const DAILY_MAIL_HOUR = 6;
/** How long an event waits for its order, which may be read after its fulfillments. */
const ORDER_WAIT_MS = 24 * hourMs;

export type NotifyParts = { db: Database; clock: Clock; outbox: Outbox; log: Logger };

/**
 * Writes notifications of new events for those who follow their orders or whom they address, then queues the mails that
 * are due. Each event is taken in the transaction that writes its notifications, so that none is lost or repeated if the
 * process dies.
 */
export async function notifyFollowers({ db, clock, outbox, log }: NotifyParts): Promise<void> {
  const now = clock.now();
  while (await db.transaction().execute((transaction) => writeNotifications(transaction, now, log)));
  await deleteChangedOrders(db);
  for (const { userId, email } of await findDue(db, now, startOfMailDay(now))) {
    await db.transaction().execute(async (transaction) => {
      await startMail(transaction, userId, now);
      await outbox.post(transaction, { kind: 'order-news', to: email, userId, mailedAt: now.toISOString() });
    });
  }
}

/** Returns whether there may be more events. */
async function writeNotifications(transaction: Database, now: Date, log: Logger): Promise<boolean> {
  const events = await takeEvents(transaction, now, new Date(now.getTime() - ORDER_WAIT_MS));
  if (events.length === 0) return false;
  const ids = events.map(({ id }) => id);
  const orderIds = [...new Set(events.map(({ orderId }) => orderId))];
  const addressed = events.flatMap(({ recipientId }) => recipientId ?? []);
  const userIds = [...new Set([...(await findFollowers(transaction, orderIds)), ...addressed])];
  for (const recipient of await findRecipients(transaction, userIds, now, { includesPending: true })) {
    const scope = scopeOf(recipient, now);
    const follows = await readFollows(transaction, recipient.userId, now);
    const followed = followedOrders(scope, follows, orderIds, (error) =>
      log.error({ err: error, userId: recipient.userId }, 'A followed preset could not be read'),
    );
    await insertNotifications(scope, transaction, recipient.userId, { ids, followed, at: now });
  }
  return true;
}

/** The user's order scope, as its own request would get it now. */
export function scopeOf(recipient: Recipient, now: Date): OrderScope {
  return orderScope({ ...recipient, sessionId: '', at: now.toISOString() });
}

/**
 * Query for those of the orders that the user follows by themselves, or by a preset that they match or, since it is followed,
 * matched before a change.
 */
function followedOrders(
  scope: OrderScope,
  follows: readonly Follow[],
  orderIds: readonly string[],
  onError: (error: unknown) => void,
): Sql {
  const followed = follows.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  const presets = follows.flatMap(({ preset, createdAt, error: presetError }) => {
    if (preset === null) return [];
    try {
      if (presetError !== undefined) throw presetError;
      return [{ createdAt, isMatch: sql`(${stillMatchingOrders(scope, preset)})` }];
    } catch (error) {
      // One user's preset must not stop the notifications of others.
      onError(error);
      return [];
    }
  });
  const isFollowed = join([sql`id = any(${followed}::bigint[])`, ...presets.map(({ isMatch }) => isMatch)], ' or ');
  const wasFollowed = presets.map(({ createdAt, isMatch }) => sql`learned_at >= ${createdAt} and ${isMatch}`);
  return sql`
    select id from sales_orders where id = any(${orderIds}::bigint[]) and (${isFollowed})
    union all
    select id from changed_orders, jsonb_populate_record(null::sales_orders, before) sales_orders
    where order_id = any(${orderIds}::bigint[]) and (${join([sql`false`, ...wasFollowed], ' or ')})`;
}

/** The latest start of a day of daily mails. */
function startOfMailDay(now: Date): Date {
  const start = new Date(now);
  start.setUTCHours(DAILY_MAIL_HOUR, 0, 0, 0);
  return start <= now ? start : new Date(start.getTime() - 24 * hourMs);
}
