import type { SyncRun } from '@portal/contract/sync';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { messageOf } from '#lib/api-error.ts';
import { formatDateTime } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { describeResult } from '../sync-result.ts';
import { historyQuery } from './operations-api.ts';
import { RunStatus } from './run-status.tsx';

/** All runs, newest first, with their counts and durations. */
export function HistoryPanel() {
  const id = useId();
  const [all, setAll] = useState(false);
  const query = useInfiniteQuery(historyQuery(all));
  const { data, error, refetch, hasNextPage, fetchNextPage } = query;
  const runs = data?.pages.flat();
  return (
    <Panel
      title={t('history.title')}
      actions={
        <div className="flex items-center gap-2">
          <span id={id} className="text-ink-3 text-small">
            {t('history.all')}
          </span>
          <Switch aria-labelledby={id} checked={all} onCheckedChange={setAll} />
        </div>
      }
    >
      {runs === undefined && error !== null ? (
        <ErrorState title={t('history.failed')} hint={messageOf(error, t('errors.server'))} onRetry={refetch} />
      ) : null}
      {runs === undefined && error === null ? <Skeleton className="mx-4 my-4.5 h-4 w-64" /> : null}
      {runs?.length === 0 ? <p className="px-4 py-4 text-ink-3">{t('history.none')}</p> : null}
      {runs !== undefined && runs.length > 0 ? (
        <ul aria-label={t('history.title')} className="divide-y divide-line px-4">
          {runs.map((run) => (
            <RunRow key={run.runId} run={run} />
          ))}
        </ul>
      ) : null}
      {hasNextPage ? (
        <div className="border-line border-t px-4 py-2">
          <Button variant="ghost" size="small" onClick={() => fetchNextPage()} busyLabel={t('action.loading')}>
            {t('history.older')}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function RunRow({ run }: { run: SyncRun }) {
  const result = run.status === 'running' ? t(`sync.phase.${run.phase}`) : describeResult(run);
  return (
    <li className="grid gap-x-4 gap-y-0.5 py-2.5 sheet:grid-cols-[6.5rem_1fr_auto]">
      <RunStatus run={run} />
      <div className="min-w-0">
        <p className="text-ink">
          <span className="font-medium">{t(`operations.${run.kind}`)}</span>
          <span className="text-ink-3">
            {t('facts.separator')}
            {t(describeTrigger(run))}
          </span>
        </p>
        <p className="text-ink-2 tabular-nums">{result}</p>
        {run.message === null ? null : <p className="text-ink-3 text-small [overflow-wrap:anywhere]">{run.message}</p>}
      </div>
      <p className="text-ink-3 text-small tabular-nums">{formatDateTime(run.startedAt)}</p>
    </li>
  );
}

function describeTrigger({ mode, isScheduled, customerId }: SyncRun) {
  if (mode === 'nightly') return 'history.nightly';
  if (isScheduled) return 'history.scheduled';
  if (customerId !== null) return 'history.ofCustomer';
  return mode === 'dates' ? 'history.ofDates' : 'history.requested';
}
