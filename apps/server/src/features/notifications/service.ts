import type { Notification } from '@portal/contract/notifications';
import type { MailFrequency } from '@portal/contract/values';
import type { CurrentUser } from '../../access/current-user.ts';
import { type OrderScope, orderScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Key } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { readEvents } from '../order-events/service.ts';
import { matchingOrders } from '../orders/service.ts';
import { type FollowedPreset, followOrder, followPreset, unfollow } from './follow-queries.ts';
import { readFollows } from './followed-presets.ts';
import { findMailFrequency, findNotifications, markRead, type NotificationRow, saveMailFrequency } from './queries.ts';
import { userOfToken } from './unsubscribe-token.ts';

export type NotificationService = ReturnType<typeof createNotificationService>;

/** What a user follows and was notified of. `unsubscribeKey` signs the links that end mails. */
export function createNotificationService(parts: { db: Database; clock: Clock; unsubscribeKey: Key }) {
  const { db, clock, unsubscribeKey } = parts;

  async function list(currentUser: CurrentUser): Promise<{ unread: number; data: Notification[] }> {
    const scope = orderScope(currentUser);
    const rows = await findNotifications(scope, db, currentUser.userId);
    return { unread: rows[0]?.unread ?? 0, data: await toNotifications(scope, db, rows) };
  }

  /** 404 for an order outside the caller's scope. */
  async function follow(currentUser: CurrentUser, orderId: string): Promise<void> {
    const result = await followOrder(orderScope(currentUser), db, currentUser.userId, orderId, clock.now());
    if (result === 'unknown') throw notFound('There is no such order.');
    if (result === 'full') throw badRequest('You follow 1000 orders, the most that is possible.');
  }

  /** 400 if the caller's list would refuse the filters. */
  async function followFilters(currentUser: CurrentUser, presetId: string, preset: FollowedPreset): Promise<void> {
    matchingOrders(orderScope(currentUser), preset);
    if (!(await followPreset(db, currentUser.userId, presetId, preset, clock.now()))) {
      throw badRequest('You follow 50 presets, the most that is possible.');
    }
  }

  async function follows({ userId }: CurrentUser) {
    const rows = await readFollows(db, userId, clock.now());
    return {
      orders: rows.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
      presets: rows.flatMap(({ presetId, preset }) =>
        presetId === null || preset === null ? [] : [{ id: presetId, name: preset.name }],
      ),
    };
  }

  /** Ends a user's mails by the token of one of them. */
  async function unsubscribe(token: string): Promise<void> {
    const userId = userOfToken(unsubscribeKey, token);
    if (userId === undefined) throw badRequest('This link is not valid.');
    await saveMailFrequency(db, userId, 'none');
  }

  return {
    list,
    read: ({ userId }: CurrentUser, which: Parameters<typeof markRead>[2]) => markRead(db, userId, which, clock.now()),
    settings: async ({ userId }: CurrentUser) => ({ mails: await findMailFrequency(db, userId) }),
    saveSettings: async ({ userId }: CurrentUser, mails: MailFrequency) => {
      await saveMailFrequency(db, userId, mails);
      return { mails };
    },
    follow,
    followFilters,
    unfollow: ({ userId }: CurrentUser, followed: Parameters<typeof unfollow>[2]) => unfollow(db, userId, followed),
    follows,
    unsubscribe,
  };
}

/** Notifications with their events, as far as the scope shows them. */
export async function toNotifications(
  scope: OrderScope,
  db: Database,
  rows: readonly NotificationRow[],
): Promise<Notification[]> {
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const events = await readEvents(scope, db, ids);
  return rows.flatMap(({ id, orderId, tranId, customer, createdAt, isRead, changes, orders }): Notification[] => {
    if (id === null || orderId === null) return [{ kind: 'summary', createdAt, isRead, changes, orders }];
    const event = events.get(id);
    if (event === undefined) return [];
    const order = {
      id: orderId,
      ...(tranId === null || !scope.seesOrderNumbers ? {} : { tranId }),
      ...(customer === null ? {} : { customer }),
    };
    return [{ kind: 'event', id, createdAt, isRead, order, event }];
  });
}
