import type { Notification } from '@portal/contract/notifications';
import type { MailFrequency } from '@portal/contract/values';
import type { CurrentUser } from '../../access/current-user.ts';
import { type OrderScope, orderScope } from '../../access/scope.ts';
import { toShipTo } from '../../listing/ship-to.ts';
import type { Clock } from '../../platform/clock.ts';
import { isMac, type Key, mac } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { badRequest } from '../../platform/errors.ts';
import { runSql, sql } from '../../platform/sql.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { readEvents } from '../order-events/service.ts';
import { findMailFrequency, findNotifications, type NotificationRow, saveMailFrequency } from './queries.ts';

export type NotificationDependencies = {
  db: Database;
  clock: Clock;
  /** Signs the links that end mails. */
  unsubscribeKey: Key;
};

/** What the current user was notified of. */
export async function listNotifications(
  { db }: NotificationDependencies,
  currentUser: CurrentUser,
): Promise<{ unread: number; data: Notification[] }> {
  const scope = orderScope(currentUser);
  const rows = await findNotifications(scope, db, currentUser.userId);
  return { unread: rows[0]?.unread ?? 0, data: await toNotifications(scope, db, rows) };
}

/** Marks the current user's notifications as read: one event, those of an instant, or all up to it. */
export async function markNotificationsRead(
  { db, clock }: NotificationDependencies,
  { userId }: CurrentUser,
  which: { id?: string | undefined; at?: string | undefined; upTo?: string | undefined },
): Promise<void> {
  const now = clock.now();
  const { id, at, upTo } = which;
  const wanted =
    id !== undefined
      ? sql`event_id = ${id}`
      : at !== undefined
        ? sql`created_at = ${at}`
        : sql`created_at <= ${upTo ?? null}::timestamptz`;
  await runSql(
    db,
    sql`update notifications set read_at = ${now.toISOString()} where user_id = ${userId} and read_at is null and ${wanted}`,
  );
}

/** How often the current user gets mails. */
export async function readSettings({ db }: NotificationDependencies, { userId }: CurrentUser) {
  return { mails: await findMailFrequency(db, userId) };
}

export async function saveSettings({ db }: NotificationDependencies, { userId }: CurrentUser, mails: MailFrequency) {
  await saveMailFrequency(db, userId, mails);
  return { mails };
}

/** Token of the links in a user's mails. It ends mails and does nothing else, so it never expires. */
export function unsubscribeToken(key: Key, userId: string): string {
  return `${userId}.${mac(key, userId).toString('base64url')}`;
}

/** Ends a user's mails by the token of one of them. */
export async function unsubscribe({ db, unsubscribeKey }: NotificationDependencies, token: string): Promise<void> {
  const userId = userOfToken(unsubscribeKey, token);
  if (userId === undefined) throw badRequest('This link is not valid.');
  await saveMailFrequency(db, userId, 'none');
}

/** The user of a token; undefined if it is not signed by us. */
function userOfToken(key: Key, token: string): string | undefined {
  const [userId = '', signature = ''] = token.split('.');
  return isMac(key, userId, Buffer.from(signature, 'base64url')) ? userId : undefined;
}

/** Notifications with their events, as far as the scope shows them. */
export async function toNotifications(
  scope: OrderScope,
  db: Database,
  rows: readonly NotificationRow[],
): Promise<Notification[]> {
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const events = await readEvents(scope, db, ids);
  return rows.flatMap(
    ({
      id,
      orderId,
      tranId,
      customer,
      shipAddress,
      tranDate,
      createdAt,
      isRead,
      changes,
      orders,
      isTruncated,
    }): Notification[] => {
      if (id === null || orderId === null)
        return [{ kind: 'summary', createdAt, isRead, changes, orders, isTruncated }];
      const event = events.get(id);
      if (event === undefined) return [];
      const name = scope.seesOrderNumbers ? { tranId } : { shipTo: toShipTo(shipAddress ?? ''), tranDate };
      const order = { id: orderId, ...withoutNulls({ ...name, customer }) };
      return [{ kind: 'event', id, createdAt, isRead, order, event }];
    },
  );
}
