import type { SyncResult } from '@portal/contract/sync';
import { formatValues } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess, toastWarning } from '#lib/toast.ts';
import type { ListKind } from './sync-api.ts';

/** Shows the result of a run. The response and the event may both report it; the toast id makes it one toast. */
export function tellResult(kind: ListKind, run: SyncResult): void {
  const id = toastId(kind);
  if (run.status === 'complete') toastSuccess(t(`sync.${kind}.done`), { description: describeResult(run), id });
  else if (run.status === 'partial') toastWarning(t(`sync.${kind}.partial`), { description: describePartial(run), id });
  else tellFailure(kind, run.status === 'cancelled' ? t('sync.cancelled') : (run.message ?? undefined));
}

/** What changed, and why the rest did not: for staff in detail, for customers in one plain sentence. */
function describePartial(run: SyncResult): string {
  if (run.message === null) return describeResult(run);
  return t('sync.partialResult', { result: describeResult({ ...run, failed: 0 }), message: run.message });
}

/** Shows that a run failed or could not start, and why. */
export function tellFailure(kind: ListKind, reason: string | undefined): void {
  toastError(t(`sync.${kind}.failed`), { description: reason, id: toastId(kind) });
}

/** '12 updated, 2 created · 1.4 s'. */
export function describeResult(run: SyncResult): string {
  const parts = [
    run.updated > 0 && t('sync.updated', { count: run.updated }),
    run.created > 0 && t('sync.created', { count: run.created }),
    run.deleted > 0 && t('sync.deleted', { count: run.deleted }),
    run.failed > 0 && t('sync.failedRecords', { count: run.failed }),
  ].filter((part) => part !== false);
  const result = parts.length === 0 ? t('sync.unchanged') : formatValues(parts);
  if (run.finishedAt === null) return result;
  return t('sync.resultIn', {
    result,
    time: formatDuration(Date.parse(run.finishedAt) - Date.parse(run.startedAt), 1),
  });
}

/** '1.4 s', '2 min 5 s'. `digits` is the number of decimals for durations under a minute. */
export function formatDuration(milliseconds: number, digits: 0 | 1): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 59.95) return t('sync.seconds', { count: seconds.toFixed(digits) });
  const whole = Math.round(seconds);
  return t('sync.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}

function toastId(kind: ListKind): string {
  return `sync-${kind}`;
}
