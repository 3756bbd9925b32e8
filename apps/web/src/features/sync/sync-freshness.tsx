import type { SyncRun } from '@portal/contract/sync';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatAgo, formatDateTime } from '#lib/format.ts';
import { useRole } from '#lib/profile.ts';
import { seesInvoices } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { useNow } from '#lib/use-now.ts';
import { refreshList } from './finish-run.ts';
import { freshnessQuery, type ListKind, runQuery } from './sync-api.ts';

/**
 * 'Synced 4 min ago': when a list was last synced, and whether records or a later run failed. Refetches the list
 * when another user's sync has updated it.
 */
export function SyncFreshness({ kind }: { kind: ListKind }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(freshnessQuery);
  const now = useNow(30_000);
  const role = useRole();
  // Orders show their shipments and invoices, which are synced after them: the list is as old as the oldest of these.
  const invoices = seesInvoices(role) ? data?.invoices : null;
  const shown = kind === 'orders' ? [data?.orders, data?.fulfillments, invoices] : [data?.customers];
  const fresh = data?.[kind] && shown.filter((instant) => typeof instant === 'string').toSorted()[0];
  const version = data === undefined ? undefined : shown.join(' ');
  const last = useRef(version);
  useEffect(() => {
    if (last.current !== undefined && last.current !== version) refreshList(queryClient, kind);
    last.current = version;
  }, [queryClient, kind, version]);

  // `useWatchedRuns` polls this query; here it is only read from the cache.
  const { data: run } = useQuery({ ...runQuery(kind), enabled: false });
  const warning = warningOf(run);

  return (
    <p
      // As wide as its longest text, even before there is any, so that the layout does not shift.
      className="grid justify-items-end whitespace-nowrap text-ink-3 text-small leading-4 tabular-nums sheet:min-w-34 max-sheet:empty:hidden"
      title={typeof fresh === 'string' ? formatDateTime(fresh) : undefined}
    >
      {warning === undefined ? null : (
        <span className="flex items-center gap-1.5 text-danger">
          <TriangleAlert aria-hidden className="size-3.5!" />
          {warning}
        </span>
      )}
      {fresh === null ? <span>{t('sync.never')}</span> : null}
      {typeof fresh === 'string' ? (
        <span className="flex items-center gap-1.5">
          {warning === undefined ? <Check aria-hidden className="size-3.5! max-sheet:hidden" /> : null}
          {t('sync.fresh', { ago: formatAgo(fresh, now) })}
        </span>
      ) : null}
    </p>
  );
}

/** Warning about the latest run. The time next to it is that of the last run that was not failed or stopped. */
function warningOf(run: SyncRun | null | undefined): string | undefined {
  if (run?.status === 'failed') return t('sync.lastFailed');
  if (run?.status !== 'partial') return undefined;
  // A run that only holds deletions back has no failed records.
  return run.failed === 0 ? t('sync.lastIncomplete') : t('sync.lastPartial', { count: run.failed });
}
