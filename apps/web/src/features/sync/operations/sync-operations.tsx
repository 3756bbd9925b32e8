import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#components/ui/error-state.tsx';
import { messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { FailedPanel } from './failed-panel.tsx';
import { HeldNotice } from './held-notice.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { MirrorPanel, MirrorSkeleton } from './mirror-panel.tsx';
import { NetsuitePanel } from './netsuite-panel.tsx';
import { overviewQuery } from './operations-api.ts';

/** The sync page for staff: state of the mirrors, what needs a decision or a retry, NetSuite, and the history. */
export function SyncOperations() {
  const { data, error, refetch } = useQuery(overviewQuery);
  if (data === undefined && error !== null) {
    return <ErrorState title={t('operations.failed')} hint={messageOf(error, t('errors.server'))} onRetry={refetch} />;
  }
  return (
    <div className="grid max-w-260 content-start gap-4 p-4 shell:p-6">
      {data?.held.map((held) => (
        <HeldNotice key={`${held.kind} ${held.isKept}`} held={held} />
      ))}
      <div className="grid gap-4 shell:grid-cols-2">
        {data === undefined ? (
          <>
            <MirrorSkeleton />
            <MirrorSkeleton />
          </>
        ) : (
          data.mirrors.map((mirror) => <MirrorPanel key={mirror.kind} mirror={mirror} />)
        )}
      </div>
      <FailedPanel />
      <NetsuitePanel overview={data} />
      <HistoryPanel />
    </div>
  );
}
