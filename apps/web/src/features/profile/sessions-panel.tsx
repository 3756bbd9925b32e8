import type { Session } from '@portal/contract/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { isSessionEnd, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { describeDevice } from './device-name.ts';
import { SessionRow, SessionsSkeleton } from './session-row.tsx';
import { endOtherSessions, endSession, sessionsQuery } from './sessions-api.ts';

/** Devices that are signed in to the account, each of which can be signed out. */
export function SessionsPanel() {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery);
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
        <ErrorState
          title={t('devices.failed')}
          hint={messageOf(error, t('errors.server'))}
          onRetry={refetch}
          retrying={isFetching}
        />
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
  const [shown, setShown] = useState(ending);
  // Keep showing the last session while the dialog fades out.
  if (ending !== undefined && ending !== shown) setShown(ending);
  if (shown === undefined) return null;

  async function end() {
    try {
      if (ending === 'others') toastSuccess(t('devices.endedOthers', { count: await endOtherSessions() }));
      else if (ending !== undefined) {
        await endSession(ending.id);
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
      open={ending !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={shown === 'others' ? t('devices.endOthersTitle') : t('devices.endTitle', { device })}
      description={t(shown === 'others' ? 'devices.endOthersHint' : 'devices.endHint')}
      confirm={t(shown === 'others' ? 'devices.endOthers' : 'devices.end')}
      confirming={t('devices.ending')}
      onConfirm={end}
    />
  );
}
