import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { isSessionEnd, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import type { Preset } from './preset.ts';
import type { PresetChange } from './preset-changes.ts';
import { keptPresets, loadPresets, PresetConflict, PresetsTooLarge, savePresets } from './preset-store.ts';

/** A table's presets in the query cache. */
export function presetsQuery(tableKey: string) {
  return queryOptions({
    queryKey: ['filter-presets', tableKey],
    queryFn: ({ signal }) => loadPresets(tableKey, signal),
  });
}

interface LoadedPresets {
  presets: readonly Preset[];
  /** True until the server has answered. If it fails, this browser's own copy is used. */
  loading: boolean;
}

/**
 * A table's presets from the server, or silently this browser's own copy if they cannot be loaded.
 * @param enabled delays the request until the presets are needed
 */
export function usePresets(tableKey: string, enabled: boolean): LoadedPresets {
  const { data, isPending, failureCount } = useQuery({ ...presetsQuery(tableKey), enabled });
  const presets = useMemo(() => data ?? (enabled ? keptPresets(tableKey) : []), [data, enabled, tableKey]);
  return { presets, loading: isPending && failureCount === 0 };
}

/** Result of a change to the presets. `kept`: saved only in this browser for now. */
type SaveOutcome = 'saved' | 'kept' | 'refused';

/** Changes a table's presets and reports the result to the user. */
export function useSavePresets(tableKey: string): (change: PresetChange, done: string) => Promise<SaveOutcome> {
  const queryClient = useQueryClient();
  return useCallback(
    async (change, done) => {
      const { queryKey } = presetsQuery(tableKey);
      await queryClient.cancelQueries({ queryKey });
      try {
        queryClient.setQueryData(queryKey, await savePresets(tableKey, change));
        toastSuccess(done);
        return 'saved';
      } catch (error) {
        notifyFailure(error);
        if (error instanceof PresetConflict) queryClient.setQueryData(queryKey, error.presets);
        if (error instanceof PresetConflict || error instanceof PresetsTooLarge) return 'refused';
        queryClient.setQueryData(queryKey, keptPresets(tableKey));
        // The next read requests the presets from the server again and sends the pending changes.
        await queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
        return 'kept';
      }
    },
    [queryClient, tableKey],
  );
}

function notifyFailure(error: unknown): void {
  const cause = error instanceof Error ? error.cause : undefined;
  // The request itself has already handled the end of the session.
  if (isSessionEnd(cause)) return;
  toastError(t('presets.saveFailed'), { description: reasonOf(error, cause) });
}

function reasonOf(error: unknown, cause: unknown): string {
  if (error instanceof PresetsTooLarge) return t('presets.tooLarge');
  if (error instanceof PresetConflict) return t('presets.conflict');
  return `${messageOf(cause, '')} ${t('presets.keptHere')}`.trim();
}
