import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { api } from '#lib/api.ts';
import { ApiError, isSessionEnd, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { toastError } from '#lib/toast.ts';
import { keepRun, type ListKind } from './sync-api.ts';

/** Stops a sync early. Usually takes a moment, because the current page is read to its end. */
export function StopButton({ kind, runId }: { kind: ListKind; runId: string }) {
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
