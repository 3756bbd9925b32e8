import type { Notification } from '@portal/contract/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell, Layers } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { orderEventDetail, orderEventIcons, orderEventText } from '#components/ui/order-event.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { messageOf } from '#lib/api-error.ts';
import { classNames } from '#lib/class-names.ts';
import { formatAgo, formatDate, formatFacts } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { useNow } from '#lib/use-now.ts';
import { markRead, notificationsQuery } from './notifications-api.ts';

interface NotificationPanelProps {
  /** Called when a link leads to another page. */
  onLeave: () => void;
}

/** The user's notifications, newest first. Opening one marks it as read. */
export function NotificationPanel({ onLeave }: NotificationPanelProps) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(notificationsQuery);
  const newest = data?.data[0];
  return (
    <div className="flex max-h-[min(32rem,80dvh)] flex-col">
      <div className="flex min-h-11 items-center justify-between gap-4 border-line border-b py-1 pr-2 pl-4">
        <h2 className="font-semibold text-ink">{t('app.notifications')}</h2>
        {data === undefined || data.unread === 0 || newest === undefined ? null : (
          <Button size="small" variant="ghost" onClick={() => markRead(queryClient, { upTo: newest.createdAt })}>
            {t('notifications.readAll')}
          </Button>
        )}
      </div>
      <div className="min-h-0 overflow-y-auto">
        {data === undefined && error !== null ? (
          <ErrorState title={t('notifications.failed')} hint={messageOf(error, '')} onRetry={refetch} />
        ) : data === undefined ? (
          <Skeleton className="m-4 h-4 w-48" />
        ) : data.data.length === 0 ? (
          <EmptyState icon={Bell} title={t('notifications.empty')} hint={t('notifications.emptyHint')} />
        ) : (
          <ul className="divide-y divide-line">
            {data.data.map((notification) => (
              <NotificationRow
                key={notification.kind === 'event' ? notification.id : notification.createdAt}
                notification={notification}
                onOpen={() => {
                  if (!notification.isRead) {
                    const { kind, createdAt } = notification;
                    void markRead(queryClient, kind === 'event' ? { id: notification.id } : { at: createdAt });
                  }
                  onLeave();
                }}
              />
            ))}
          </ul>
        )}
      </div>
      <div className="border-line border-t px-4 py-2 text-small">
        <Link to="/profile" onClick={onLeave} className="text-accent hover:underline">
          {t('notifications.settings')}
        </Link>
      </div>
    </div>
  );
}

/** One notification: the order, what happened, and when. Unread ones have a dot. */
function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const now = useNow(30_000);
  const isEvent = notification.kind === 'event';
  const Icon = isEvent ? orderEventIcons[notification.event.kind] : Layers;
  const { title, text, detail } = describe(notification);
  return (
    <li>
      <Link
        to="/orders"
        search={isEvent ? { order: notification.order.id, tab: 'timeline' } : {}}
        onClick={onOpen}
        className="flex gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover"
      >
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-hover text-ink-2"
        >
          <Icon className="size-3.5!" />
        </span>
        <span className="grid min-w-0 flex-1 grid-cols-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className={classNames('truncate text-ink', !notification.isRead && 'font-semibold')}>{title}</span>
            <time dateTime={notification.createdAt} className="shrink-0 text-ink-3 text-small tabular-nums">
              {formatAgo(notification.createdAt, now)}
            </time>
          </span>
          <span className="text-ink-2 [overflow-wrap:anywhere]">{text}</span>
          {detail === undefined ? null : (
            <span className="text-ink-3 text-small [overflow-wrap:anywhere]">{detail}</span>
          )}
        </span>
        <span
          className={classNames('mt-2 size-2 shrink-0 rounded-full', !notification.isRead && 'bg-accent')}
          aria-hidden
        />
        {notification.isRead ? null : <span className="sr-only">{t('notifications.isUnread')}</span>}
      </Link>
    </li>
  );
}

function describe(notification: Notification): { title: string; text: string; detail?: string | undefined } {
  if (notification.kind === 'summary') {
    const { changes, orders, isTruncated } = notification;
    return {
      title: t(isTruncated ? 'notifications.summaryMore' : 'notifications.summary', { count: changes }),
      text: t(isTruncated ? 'notifications.summaryOrdersMore' : 'notifications.summaryOrders', { count: orders }),
    };
  }
  const { order, event } = notification;
  return {
    title:
      formatFacts([order.tranId ?? order.shipTo, order.customer, order.tranDate && formatDate(order.tranDate)]) ||
      t('order.title'),
    text: orderEventText(event),
    detail: orderEventDetail(event),
  };
}
