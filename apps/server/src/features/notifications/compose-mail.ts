import type { Notification } from '@portal/contract/notifications';
import { formatDay } from '../../jobs/mail/layout.ts';
import type { MailOfKind } from '../../jobs/mail/portal-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Key } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { runSql, sql } from '../../platform/sql.ts';
import { describeEvent } from '../order-events/wording.ts';
import { scopeOf } from './notify.ts';
import { findMailFrequency, findNotifications, findRecipients } from './queries.ts';
import { toNotifications, unsubscribeToken } from './service.ts';

type NamedOrder = Extract<Notification, { kind: 'event' }>['order'];
export type ComposeParts = { db: Database; clock: Clock; publicUrl: string; unsubscribeKey: Key };

/**
 * Content of a queued mail about followed orders, read at the moment of sending: only what is still unread, for a user
 * who can still sign in and wants mails, and only of orders and events that the user can see now. Undefined if nothing
 * is left.
 */
export async function composeOrderNews(
  { db, clock, publicUrl, unsubscribeKey }: ComposeParts,
  { userId, mailedAt }: MailOfKind<'order-news'>,
): Promise<MailOfKind<'order-updates'> | undefined> {
  const now = clock.now();
  const [recipient] = await findRecipients(db, [userId], now);
  if (recipient === undefined || (await findMailFrequency(db, userId)) === 'none') return undefined;
  const scope = scopeOf(recipient, now);
  const rows = await findNotifications(scope, db, userId, mailedAt);
  const updates = (await toNotifications(scope, db, rows)).map((notification) => {
    if (notification.kind === 'summary') {
      const { changes, orders, isTruncated } = notification;
      return { changes, orders, isTruncated };
    }
    const { order, event } = notification;
    const name = order.tranId ?? nameForGuest(order);
    const isPaper = event.paper !== undefined;
    const link = `${publicUrl}/orders?order=${order.id}${isPaper ? '&tab=attachments' : ''}`;
    return { orderId: order.id, name, text: describeEvent(event), link, isPaper };
  });
  if (updates.length === 0) return undefined;
  const token = unsubscribeToken(unsubscribeKey, userId);
  return {
    kind: 'order-updates',
    to: recipient.email,
    name: recipient.fullName,
    updates,
    ordersUrl: `${publicUrl}/orders`,
    unsubscribeUrl: `${publicUrl}/api/notifications/unsubscribe?token=${token}`,
  };
}

/** Several of a guest's orders may go to one place, so the date of the order is part of its name. */
function nameForGuest({ shipTo, customer, tranDate }: NamedOrder): string | null {
  const ordered = tranDate && `ordered ${formatDay(tranDate)}`;
  return [shipTo, customer, ordered].filter(Boolean).join(' · ') || null;
}

/** Called when a user's mail was sent or dropped: the hour or the day until the next one is counted from now. */
export async function endOrderNews({ db, clock }: Pick<ComposeParts, 'db' | 'clock'>, userId: string): Promise<void> {
  const now = clock.now().toISOString();
  // Not before it was queued, by another process's clock.
  await runSql(
    db,
    sql`update notification_settings set mailed_at = greatest(${now}, mail_queued_at) where user_id = ${userId}`,
  );
}
