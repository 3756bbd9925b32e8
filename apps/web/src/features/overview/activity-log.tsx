import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { activityQuery } from './activity-api.ts';
import { ActivityEntryRow } from './activity-entry-row.tsx';
import { type ActivityFilters, isFiltered } from './activity-filters.ts';

/** The log entries. The list has its full height in every state, so that the layout does not shift. */
export function ActivityLog({ filters }: { filters: ActivityFilters }) {
  const query = useInfiniteQuery(activityQuery(filters));
  const { data, error, isFetching, isPlaceholderData } = query;
  const entries = data?.pages.flat();

  if (entries === undefined || entries.length === 0) {
    return (
      <div className="grid h-125 content-center">
        {entries !== undefined ? (
          <EmptyState
            icon={History}
            title={t('activity.empty')}
            hint={isFiltered(filters) ? t('activity.emptyHint') : undefined}
          />
        ) : error !== null ? (
          // A dashboard panel reports no error: it shows as empty and can be refreshed.
          <EmptyState
            icon={History}
            title={t('activity.empty')}
            action={
              <Button
                variant="ghost"
                onClick={() => query.refetch()}
                busy={isFetching}
                busyLabel={t('activity.refresh')}
              >
                {t('activity.refresh')}
              </Button>
            }
          />
        ) : (
          <p role="status" className="flex items-center justify-center gap-2 px-6 text-ink-3">
            <Spinner />
            {t('activity.loading')}
          </p>
        )}
      </div>
    );
  }
  return (
    // The list itself is focusable, so that the arrow keys scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users.
    <section tabIndex={0} aria-label={t('activity.list')} className="relative h-125 overflow-y-auto -outline-offset-2!">
      <ul
        aria-busy={isPlaceholderData}
        className={classNames('divide-y divide-line', isPlaceholderData && 'opacity-60')}
      >
        {entries.map((entry) => (
          <ActivityEntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Older
          failed={query.isFetchNextPageError}
          onRead={() => query.fetchNextPage()}
          busy={query.isFetchingNextPage}
          disabled={isPlaceholderData}
        />
      ) : null}
    </section>
  );
}

interface OlderProps {
  failed: boolean;
  busy: boolean;
  disabled: boolean;
  onRead: () => Promise<unknown>;
}

/** Button that loads older entries below the last one. */
function Older({ failed, busy, disabled, onRead }: OlderProps) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-line border-t px-4 py-3">
      {failed ? (
        <p role="alert" className="text-danger">
          {t('activity.olderFailed')}
        </p>
      ) : null}
      <Button onClick={onRead} busy={busy} busyLabel={t('activity.olderLoading')} disabled={disabled}>
        {failed ? t('action.retry') : t('activity.older')}
      </Button>
    </div>
  );
}
