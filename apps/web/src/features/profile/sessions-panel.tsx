import type { Session } from '@portal/contract/auth';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Bowser from 'bowser';
import { type LucideIcon, Monitor, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { api } from '#lib/api.ts';
import { isSessionEnd, messageOf } from '#lib/api-error.ts';
import { formatAgo, formatDateTime } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { useOpening } from '#lib/use-opening.ts';

/** The current user's sessions, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api('GET /auth/sessions', { signal })).data,
  staleTime: 0,
});

/** Devices that are signed in to the account, each of which can be signed out. */
export function SessionsPanel() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Session | 'others'>();
  const hasOthers = data?.some((session) => !session.current) ?? false;
  return (
    <Panel
      title={t('devices.title')}
      className="max-w-170"
      actions={
        hasOthers ? (
          <Button size="small" onClick={() => setEnding('others')}>
            {t('devices.endOthers')}
          </Button>
        ) : null
      }
    >
      <p className="px-4 pt-3 text-ink-3 text-small">{t('devices.hint')}</p>
      {data === undefined && error !== null ? (
        <ErrorState title={t('devices.failed')} hint={messageOf(error, t('errors.server'))} onRetry={refetch} />
      ) : (
        <ul className="divide-y divide-line px-4" aria-label={t('devices.title')}>
          {data === undefined ? (
            <SessionsSkeleton />
          ) : (
            data.map((session) => <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />)
          )}
        </ul>
      )}
      <EndDialog ending={ending} onClose={() => setEnding(undefined)} />
    </Panel>
  );
}

/** Asks for confirmation before ending a session. */
function EndDialog({ ending, onClose }: { ending: Session | 'others' | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { open, content: shown } = useOpening(ending, ending);
  if (shown === undefined) return null;

  async function end() {
    try {
      if (ending === 'others') {
        const { ended } = await api('DELETE /auth/sessions');
        toastSuccess(t('devices.endedOthers', { count: ended }));
      } else if (ending !== undefined) {
        await api('DELETE /auth/sessions/{id}', { params: { id: ending.id } });
        toastSuccess(t('devices.ended'));
      }
    } catch (error) {
      if (isSessionEnd(error)) return;
      toastError(t('devices.endFailed'), { description: messageOf(error, t('errors.server')) });
    }
    await queryClient.invalidateQueries(sessionsQuery);
  }

  const device = shown === 'others' ? '' : describeDevice(shown.userAgent).name;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={shown === 'others' ? t('devices.endOthersTitle') : t('devices.endTitle', { device })}
      description={t(shown === 'others' ? 'devices.endOthersHint' : 'devices.endHint')}
      confirm={t(shown === 'others' ? 'devices.endOthers' : 'devices.end')}
      confirming={t('devices.ending')}
      onConfirm={end}
    />
  );
}

const icons: Record<Device['kind'], LucideIcon> = {
  desktop: Monitor,
  mobile: Smartphone,
  unknown: MonitorSmartphone,
};
const aMinute = 60_000;

/** One signed-in device. The current one has no end button: the user signs out instead. */
function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
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
          {t('devices.lastUsed', {
            ago: formatAgo(session.lastUsedAt, now),
            date: formatDateTime(session.createdAt),
          })}
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

function SessionsSkeleton() {
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

interface Device {
  name: string;
  kind: 'desktop' | 'mobile' | 'unknown';
}

/** Describes a user agent: 'Chrome on Windows'. An unknown user agent is returned unchanged. */
function describeDevice(userAgent: string | undefined): Device {
  if (userAgent === undefined || userAgent === '') return { name: t('devices.unknown'), kind: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = platform.type === 'desktop' ? 'desktop' : platform.type === undefined ? 'unknown' : 'mobile';
  if (browser.name === undefined || browser.name === '') return { name: userAgent, kind };
  if (os.name === undefined) return { name: browser.name, kind };
  return { name: t('devices.device', { browser: browser.name, system: os.name }), kind };
}
