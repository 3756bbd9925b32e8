import type { ActivityEntry } from '@portal/contract/activity';
import type { ActivityAction } from '@portal/contract/values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, CircleAlert, History } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { classNames } from '#lib/class-names.ts';
import { formatDateTime } from '#lib/format.ts';
import { initialsOf } from '#lib/initials.ts';
import { localToday } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import { ActivityFilterBar } from './activity-filter-bar.tsx';
import { type ActivityFilters, isFiltered, useActivityFilters } from './activity-filters.ts';
import { activityQuery } from './overview-api.ts';

/** The log entries. The list has its full height in every state, so that the layout does not shift. */
function ActivityLog({ filters }: { filters: ActivityFilters }) {
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
              <Button variant="ghost" onClick={() => query.refetch()} busy={isFetching} busyLabel={t('action.refresh')}>
                {t('action.refresh')}
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
        {isFiltered(filters)
          ? entries.map((entry) => <ActivityEntryRow key={entry.id} entry={entry} />)
          : foldSignIns(entries).map((group) => <ActivityGroupRow key={group[0].id} group={group} />)}
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
      <Button onClick={onRead} busy={busy} busyLabel={t('action.loading')} disabled={disabled}>
        {failed ? t('action.retry') : t('activity.older')}
      </Button>
    </div>
  );
}

const failures: ReadonlySet<ActivityAction> = new Set(['sign-in-failed', 'sync-failed']);

/** One entry, or a line for sign-ins that unfolds. */
function ActivityGroupRow({ group }: { group: ActivityGroup }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [newest] = group;
  if (!isSignIn(newest)) return <ActivityEntryRow entry={newest} />;
  const key = group.every(({ action }) => action === 'sign-in') ? 'activity.signIns' : 'activity.signInsAndOuts';
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-3 px-4 py-3 text-left -outline-offset-2! hover:bg-hover"
      >
        <span aria-hidden className="grid size-6 shrink-0 place-items-center rounded-full bg-pressed text-ink-3">
          <ChevronRight className={classNames('size-3.5!', isOpen && 'rotate-90')} />
        </span>
        <span className="flex-1 text-ink-2">{t(key, { count: group.length })}</span>
        <time dateTime={newest.createdDate} className="whitespace-nowrap text-ink-3 text-small tabular-nums">
          {formatDateTime(newest.createdDate)}
        </time>
      </button>
      <ul id={id} hidden={!isOpen} className="divide-y divide-line border-line border-t bg-hover sheet:pl-9">
        {isOpen ? group.map((entry) => <ActivityEntryRow key={entry.id} entry={entry} />) : null}
      </ul>
    </li>
  );
}

/** One entry of the activity log: who, what and when. */
function ActivityEntryRow({ entry }: { entry: ActivityEntry }) {
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Bubble entry={entry} />
      <div className="grid min-w-0 flex-1 gap-x-6 sheet:grid-cols-[1fr_auto] sheet:items-baseline">
        <p className="pt-0.5 text-ink [overflow-wrap:anywhere]">{entry.content}</p>
        <time dateTime={entry.createdDate} className="whitespace-nowrap pt-0.5 text-ink-3 text-small tabular-nums">
          {formatDateTime(entry.createdDate)}
        </time>
      </div>
    </li>
  );
}

/** The actor's initials. Hidden from screen readers, because the sentence next to it names the actor. */
function Bubble({ entry }: { entry: ActivityEntry }) {
  if (failures.has(entry.action)) {
    return (
      <span aria-hidden className="grid size-6 shrink-0 place-items-center rounded-full bg-danger-soft text-danger">
        <CircleAlert className="size-3.5!" />
      </span>
    );
  }
  return (
    <span
      aria-hidden
      className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-[0.625rem] text-accent leading-none"
    >
      {initialsOf(entry.actor?.name ?? t('activity.system'))}
    </span>
  );
}

/** The activity log, newest first, with its filters. */
export function ActivityPanel() {
  const [filters, changeFilters] = useActivityFilters();
  return (
    <Panel
      title={t('activity.title')}
      actions={<ActivityFilterBar filters={filters} onChange={changeFilters} />}
      className="overflow-hidden"
    >
      <ActivityLog filters={filters} />
    </Panel>
  );
}

/** Entries that are shown as one line, newest first. */
type ActivityGroup = readonly [ActivityEntry, ...ActivityEntry[]];

const isSignIn = ({ action }: ActivityEntry) => action === 'sign-in' || action === 'sign-out';

/**
 * Groups the sign-ins and sign-outs of each day at the place of the newest one, so that they do not hide what happened to
 * orders.
 */
function foldSignIns(entries: readonly ActivityEntry[]): ActivityGroup[] {
  const groups = Map.groupBy(entries, (entry) =>
    isSignIn(entry) ? localToday(new Date(entry.createdDate)) : entry.id,
  );
  return [...groups.values()] as [ActivityEntry, ...ActivityEntry[]][];
}
