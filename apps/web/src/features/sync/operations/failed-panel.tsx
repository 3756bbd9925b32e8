import type { FailedRecord } from '@portal/contract/sync';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pagination } from '#components/data-table/pagination.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { api } from '#lib/api.ts';
import { isSessionEnd, messageOf } from '#lib/api-error.ts';
import { formatAgo, formatDateTime } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { failuresQuery, refreshOperations } from './operations-api.ts';

/** Records that could not be read, in NetSuite's words, each with Retry. */
export function FailedPanel() {
  const [wanted, setPage] = useState(1);
  const { data, error, refetch } = useQuery(failuresQuery(wanted));
  // Retries may have emptied the last page.
  const page = Math.min(wanted, Math.max(1, data?.pages ?? wanted));
  if (page !== wanted) setPage(page);
  return (
    <Panel title={t('operations.failedRecords')}>
      {data === undefined && error !== null ? (
        <ErrorState title={t('failures.failed')} hint={messageOf(error, t('errors.server'))} onRetry={refetch} />
      ) : null}
      {data?.total === 0 ? <p className="px-4 py-4 text-ink-3">{t('failures.none')}</p> : null}
      {data === undefined && error === null ? <Skeleton className="mx-4 my-4.5 h-4 w-64" /> : null}
      {data !== undefined && data.total > 0 ? (
        <>
          <p className="px-4 pt-3 text-ink-3 text-small">{t('failures.hint')}</p>
          <ul className="divide-y divide-line px-4" aria-label={t('operations.failedRecords')}>
            {data.items.map((record) => (
              <FailedRow key={`${record.kind} ${record.id}`} record={record} />
            ))}
          </ul>
          {data.pages > 1 ? (
            <div className="border-line border-t px-4 py-2">
              <Pagination page={page} pages={data.pages} onPage={setPage} />
            </div>
          ) : null}
        </>
      ) : null}
    </Panel>
  );
}

function FailedRow({ record }: { record: FailedRecord }) {
  const { kind, id, name, message, failedSince, lastTriedAt, attempts } = record;
  const queryClient = useQueryClient();
  const now = useNow(30_000);
  const label = name === null ? t(`failures.unnamed.${kind}`, { id }) : t(`failures.named.${kind}`, { name, id });

  async function retry() {
    try {
      const result = await api('POST /sync/failures/{kind}/{id}/retry', { params: { kind, id } });
      if (result.outcome === 'failed')
        toastError(t('failures.again', { label }), { description: result.message ?? '' });
      else toastSuccess(t(`failures.${result.outcome}`, { label }));
    } catch (error) {
      if (isSessionEnd(error)) return;
      toastError(t('failures.retryFailed'), { description: messageOf(error, t('errors.server')) });
    }
    await refreshOperations(queryClient);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-0.5">
        <p className="font-medium text-ink [overflow-wrap:anywhere]">{label}</p>
        <p className="text-danger [overflow-wrap:anywhere]">{message}</p>
        <p className="text-ink-3 text-small">
          {t('failures.attempts', {
            date: formatDateTime(failedSince),
            count: attempts,
            ago: formatAgo(lastTriedAt, now),
          })}
        </p>
      </div>
      <Button
        size="small"
        onClick={retry}
        busyLabel={t('action.retrying')}
        aria-label={t('failures.retryOf', { label })}
      >
        {t('action.retry')}
      </Button>
    </li>
  );
}
