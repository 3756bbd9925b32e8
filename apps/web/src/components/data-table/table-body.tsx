import type { Row, RowData } from '@tanstack/react-table';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { useFocusOnLeave } from '#components/ui/use-focus-on-leave.ts';
import { messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { CardList } from './card-list.tsx';
import type { Features } from './columns.ts';
import { type RowViewProps, TableGrid } from './table-grid.tsx';
import type { TableRows } from './table-source.ts';
import type { TableSort } from './table-state.ts';
import { useScrollEdges } from './use-scroll-edges.ts';

/** Texts for a list without rows. */
export interface TableTexts {
  /** A sentence: 'No orders found.' */
  empty: string;
  emptyIcon: LucideIcon;
  /** The failed action: 'The orders could not be loaded.' */
  failed: string;
}

interface TableBodyProps<Data extends RowData> extends Omit<RowViewProps<Data>, 'rows' | 'busy' | 'outdated'> {
  rows: readonly Row<Features, Data>[];
  reading: TableRows<Data>;
  texts: TableTexts;
  narrow: boolean;
  sort: TableSort;
  onSort: (id: string) => void;
  /** Clears search and filters; undefined if there are none. */
  onReset: (() => void) | undefined;
}

/** The rows in their scroll frame, or a placeholder for the loading, empty or error state. */
export function TableBody<Data extends RowData>(props: TableBodyProps<Data>) {
  const { rows, reading, texts, narrow, sort, onSort, onReset, ...view } = props;
  const { data, error, refresh, refreshing, outdated } = reading;
  const frame = useRef<HTMLDivElement>(null);
  useScrollEdges(frame);

  const failed = error !== null && data === undefined;
  const empty = data !== undefined && data.items.length === 0 && data.total === 0;
  const shown = {
    ...view,
    rows: data === undefined ? undefined : rows,
    busy: refreshing || data === undefined,
    outdated: outdated && refreshing,
  };

  return (
    <div tabIndex={-1} className="relative flex min-h-0 flex-1 flex-col border-line border-t outline-none">
      {refreshing ? (
        // Delayed, so that a fast response does not flicker.
        <ProgressBar className="absolute inset-x-0 -top-px z-9 animate-[fade-in_150ms_200ms_backwards]" />
      ) : null}
      {error !== null && data !== undefined ? <StaleNotice error={error} onRetry={refresh} /> : null}
      {/* Gets the focus when the focused element is removed, such as Retry. */}
      <div
        ref={frame}
        data-table-frame
        tabIndex={-1}
        className="group/frame min-h-0 flex-1 scroll-pt-9 overflow-auto overscroll-contain outline-none short:overscroll-auto"
      >
        {failed ? (
          <ErrorState title={texts.failed} hint={messageOf(error, '')} onRetry={refresh} />
        ) : empty ? (
          <EmptyState
            icon={texts.emptyIcon}
            title={texts.empty}
            hint={onReset === undefined ? undefined : t('table.emptyHint')}
            action={onReset === undefined ? undefined : <Button onClick={onReset}>{t('table.reset')}</Button>}
          />
        ) : narrow ? (
          <CardList {...shown} />
        ) : (
          <TableGrid {...shown} sort={sort} onSort={onSort} />
        )}
      </div>
    </div>
  );
}

/** The visible rows belong to an earlier request. */
function StaleNotice({ error, onRetry }: { error: Error; onRetry: () => Promise<unknown> }) {
  const whole = useRef<HTMLDivElement>(null);
  useFocusOnLeave(whole);
  return (
    <div
      ref={whole}
      role="alert"
      className="flex shrink-0 flex-wrap items-center justify-between gap-2 bg-danger-soft px-4 py-1.5 text-small shell:px-6"
    >
      <span>
        {t('table.refreshFailed')} {messageOf(error, '')}
      </span>
      <Button size="small" onClick={onRetry} busyLabel={t('action.retrying')}>
        {t('action.retry')}
      </Button>
    </div>
  );
}
