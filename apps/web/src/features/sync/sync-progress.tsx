import type { SyncRun } from '@portal/contract/sync';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { api } from '#lib/api.ts';
import { ApiError, isSessionEnd, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { toastError } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { keepRun, type ListKind, listKinds } from './sync-api.ts';
import { SyncCard, SyncPlace } from './sync-place.tsx';
import { formatDuration } from './sync-result.ts';
import { syncMutation } from './use-sync.ts';
import { useWatchedRuns } from './use-watched-runs.ts';

/** Shows active syncs and reports their results. */
export function SyncProgress() {
  const runs = useWatchedRuns();
  const asked = { orders: useAsked('orders'), customers: useAsked('customers') };
  const shown = listKinds.filter((kind) => asked[kind] || runs[kind]?.status === 'running');
  if (shown.length === 0) return null;
  return (
    <SyncPlace>
      {shown.map((kind) => (
        <RunCard key={kind} kind={kind} run={runs[kind]} />
      ))}
    </SyncPlace>
  );
}

function RunCard({ kind, run }: { kind: ListKind; run: SyncRun | null }) {
  const queryClient = useQueryClient();
  if (run?.status === 'running') return <RunningCard kind={kind} run={run} />;
  // Requested: no state of the run has arrived yet, or the orders' run has ended and what belongs to them is read.
  const [request] = queryClient.getMutationCache().findAll({ mutationKey: syncMutation(kind), status: 'pending' });
  const { earlier } = (request?.state.context ?? {}) as { earlier?: SyncRun | null };
  const hasEnded = run !== null && (run.runId !== earlier?.runId || earlier.status === 'running');
  return (
    <Card kind={kind} phase={t(kind === 'orders' && hasEnded ? 'sync.phase.following' : 'sync.phase.connecting')} />
  );
}

function useAsked(kind: ListKind): boolean {
  return useIsMutating({ mutationKey: syncMutation(kind) }) > 0;
}

function RunningCard({ kind, run }: { kind: ListKind; run: SyncRun }) {
  const elapsed = useNow(1000) - Date.parse(run.startedAt);
  const { fetched, expected } = run;
  const counted = expected !== null && expected > 0;
  return (
    <Card
      kind={kind}
      phase={t(`sync.phase.${run.phase}`)}
      rows={
        counted
          ? t('sync.rowsOf', { done: Math.min(fetched, expected), expected })
          : fetched > 0
            ? t('sync.rows', { done: fetched })
            : undefined
      }
      value={counted ? fetched / expected : undefined}
      time={formatDuration(elapsed, 0)}
      stop={<StopButton key={run.runId} kind={kind} runId={run.runId} />}
    />
  );
}

interface CardProps {
  kind: ListKind;
  phase: string;
  rows?: string | undefined;
  value?: number | undefined;
  time?: string;
  stop?: ReactNode;
}

function Card({ kind, phase, rows, value, time, stop }: CardProps) {
  return (
    <SyncCard>
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium text-ink">{t(`sync.${kind}.running`)}</p>
        <p className="shrink-0 text-ink-3 tabular-nums">{time}</p>
      </div>
      <ProgressBar label={t('sync.progress')} value={value} className="my-1 bg-pressed" />
      <div className="flex items-baseline justify-between gap-3 text-ink-3">
        <p className="min-w-0 truncate">{phase}</p>
        <p className="shrink-0 tabular-nums">{rows}</p>
      </div>
      {stop}
    </SyncCard>
  );
}

/** Stops a sync early. Usually takes a moment, because the current page is read to its end. */
function StopButton({ kind, runId }: { kind: ListKind; runId: string }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => api('POST /sync/runs/{id}/cancel', { params: { id: runId } }),
    onSuccess: (run) => keepRun(queryClient, run),
    onError: (error) => {
      // The run has already ended, or another user stopped it; its result is reported elsewhere.
      if (error instanceof ApiError && error.status === 409) {
        return queryClient.invalidateQueries({ queryKey: ['sync', 'run'] });
      }
      if (!isSessionEnd(error)) toastError(t('sync.stopFailed'), { description: messageOf(error, t('errors.server')) });
    },
  });
  return (
    <Button
      size="small"
      busy={isPending || isSuccess}
      busyLabel={t('action.stopping')}
      onClick={() => mutate()}
      aria-label={isPending || isSuccess ? undefined : t(`sync.stop.${kind}`)}
      className="mt-1 justify-self-end"
    >
      {t('sync.stop')}
    </Button>
  );
}
