import type { TimelineEntry } from '@portal/contract/timeline';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { History, type LucideIcon, Paperclip, UserPlus } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { orderEventDetail, orderEventIcons, orderEventText } from '#components/ui/order-event.tsx';
import { api } from '#lib/api.ts';
import { messageOf } from '#lib/api-error.ts';
import { formatDateTime, formatFacts } from '#lib/format.ts';
import { formatEnd } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import { TimelineSkeleton } from './timeline-skeleton.tsx';

const PAGE_SIZE = 50;

/** Refetched each time the tab opens, since events arrive at any time. */
function timelineQuery(orderId: string) {
  return infiniteQueryOptions({
    queryKey: ['timeline', orderId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam && { before: pageParam.at, beforeId: pageParam.id }) };
      return (await api('GET /netsuite-sales-orders/{id}/timeline', { params: { id: orderId }, query, signal })).data;
    },
    initialPageParam: undefined as TimelineEntry | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)),
    staleTime: 0,
  });
}

/** Everything that happened to an order, newest first. */
export function TimelineTab({ orderId }: { orderId: string }) {
  const query = useInfiniteQuery(timelineQuery(orderId));
  const { data, error, refetch } = query;
  const entries = data?.pages.flat();
  if (entries === undefined) {
    if (error === null) return <TimelineSkeleton />;
    return <ErrorState title={t('timeline.failed')} hint={messageOf(error, '')} onRetry={refetch} />;
  }
  if (entries.length === 0) {
    return <EmptyState icon={History} title={t('timeline.empty')} hint={t('timeline.emptyHint')} />;
  }
  return (
    <>
      <ol aria-label={t('timeline.list')}>
        {entries.map((entry) => (
          <TimelineRow key={entry.id} entry={entry} />
        ))}
      </ol>
      {query.hasNextPage ? (
        <div className="flex flex-wrap items-center justify-center gap-3 pt-3">
          {query.isFetchNextPageError ? (
            <p role="alert" className="text-danger">
              {t('activity.olderFailed')}
            </p>
          ) : null}
          <Button onClick={() => query.fetchNextPage()} busy={query.isFetchingNextPage} busyLabel={t('action.loading')}>
            {query.isFetchNextPageError ? t('action.retry') : t('activity.older')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** One entry; a line connects its icon with the next one. */
function TimelineRow({ entry }: { entry: TimelineEntry }) {
  const { icon: Icon, text, details } = describe(entry);
  return (
    <li className="relative flex gap-3 pb-5 before:absolute before:top-7 before:bottom-0 before:left-3.5 before:w-px before:bg-line last:pb-0 last:before:hidden">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-hover text-ink-2"
      >
        <Icon className="size-3.5!" />
      </span>
      <div className="grid min-w-0 flex-1 gap-x-6 pt-1 sheet:grid-cols-[1fr_auto] sheet:items-baseline">
        <p className="font-medium text-ink [overflow-wrap:anywhere]">{text}</p>
        <time dateTime={entry.at} className="whitespace-nowrap text-ink-3 text-small tabular-nums">
          {formatDateTime(entry.at)}
        </time>
        {details.map((detail) => (
          <p
            key={detail}
            className="whitespace-pre-line text-ink-3 text-small [overflow-wrap:anywhere] sheet:col-span-2"
          >
            {detail}
          </p>
        ))}
      </div>
    </li>
  );
}

function describe(entry: TimelineEntry): { icon: LucideIcon; text: string; details: string[] } {
  switch (entry.kind) {
    case 'attachment': {
      const { by, file, paper } = entry;
      const text =
        paper === undefined
          ? t('timeline.file', { by, file })
          : t('timeline.paper', { by, file, paper: t(`paper.${paper}`) });
      return { icon: Paperclip, text, details: [] };
    }
    case 'assignment': {
      const { to, by, endsAt, note } = entry;
      const facts = formatFacts([
        by && t('timeline.by', { by }),
        endsAt && t('timeline.until', { end: formatEnd(endsAt) }),
      ]);
      const details = [facts, note ?? ''].filter((detail) => detail !== '');
      return { icon: UserPlus, text: t('timeline.assigned', { to }), details };
    }
    default: {
      const detail = orderEventDetail(entry);
      return {
        icon: orderEventIcons[entry.kind],
        text: orderEventText(entry),
        details: detail === undefined ? [] : [detail],
      };
    }
  }
}
