import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyPart } from '#components/ui/lazy-part.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { t } from '#lib/texts.ts';
import { notificationsQuery } from './notifications-api.ts';

// Loaded on demand, so that no page waits for it.
const panel = lazyModule(() => import('./notification-panel.tsx'));

/** The bell in the header with the number of unread notifications; opens their list. */
export function NotificationBell() {
  const { data } = useQuery(notificationsQuery);
  const [open, setOpen] = useState(false);
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? t('app.notifications') : t('notifications.unread', { count: unread });
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('app.notifications')}
      align="end"
      className="w-104 p-0!"
      trigger={
        <Button
          variant="ghost"
          icon
          aria-label={label}
          data-tooltip
          onPointerEnter={panel.prefetch}
          onFocus={panel.prefetch}
          className="relative"
        >
          <Bell aria-hidden />
          {unread === 0 ? null : (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent px-1 text-center font-semibold text-[0.625rem] text-on-accent leading-4 tabular-nums"
            >
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </Button>
      }
    >
      <LazyPart of={panel} waiting={<Skeleton className="m-4 h-4 w-48" />}>
        {({ NotificationPanel }) => <NotificationPanel onLeave={() => setOpen(false)} />}
      </LazyPart>
    </Popover>
  );
}
