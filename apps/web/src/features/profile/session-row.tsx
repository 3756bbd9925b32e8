import type { Session } from '@portal/contract/auth';
import { type LucideIcon, Monitor, MonitorSmartphone, Smartphone } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatAgo, formatDateTime } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { useNow } from '#lib/use-now.ts';
import { type Device, describeDevice } from './device-name.ts';

const icons: Record<Device['kind'], LucideIcon> = {
  desktop: Monitor,
  mobile: Smartphone,
  unknown: MonitorSmartphone,
};
const aMinute = 60_000;

/** One signed-in device. The current one has no end button: the user signs out instead. */
export function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const now = useNow(aMinute);
  const { name, kind } = describeDevice(session.userAgent);
  const Icon = icons[kind];
  return (
    <li className="flex min-h-16 items-center gap-3 py-3">
      <Icon aria-hidden className="size-5! shrink-0 text-ink-3" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate font-medium text-ink">{name}</span>
          {session.current ? (
            <span className="rounded-full bg-accent-soft px-2 text-accent text-small">{t('devices.current')}</span>
          ) : null}
        </p>
        <p className="text-ink-3 text-small">
          {t('devices.lastUsed', { ago: formatAgo(session.lastUsedAt, now) })}
          {' · '}
          {t('devices.signedIn', { date: formatDateTime(session.createdAt) })}
        </p>
      </div>
      {session.current ? null : (
        <Button size="small" onClick={onEnd} aria-label={t('devices.endOf', { device: name })}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}

export function SessionsSkeleton() {
  return (
    <li className="flex min-h-16 items-center gap-3 py-3">
      <Skeleton className="size-5" />
      <div className="grid flex-1 gap-1.5">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3.5 w-64" />
      </div>
    </li>
  );
}
