import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { ApiError, isSessionEnd, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { toastError } from '#lib/toast.ts';
import { keepRun, type ListKind, stopRun } from './sync-api.ts';

const labels = { orders: 'sync.stop.orders', customers: 'sync.stop.customers' } as const;

/** Stops a sync early. Usually takes a moment, because the current page is read to its end. */
export function StopButton({ kind, runId }: { kind: ListKind; runId: string }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => stopRun(runId),
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
      busyLabel={t('sync.stopping')}
      onClick={() => mutate()}
      aria-label={isPending || isSuccess ? undefined : t(labels[kind])}
      className="mt-1 justify-self-end"
    >
      {t('sync.stop')}
    </Button>
  );
}
