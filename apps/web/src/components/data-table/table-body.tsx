import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { StaleNotice } from '#components/ui/stale-notice.tsx';
import { messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { CardList } from './card-list.tsx';
import { type RowViewProps, TableGrid } from './table-grid.tsx';
import type { TableSort } from './table-state.ts';
import type { TableRows } from './use-table-rows.ts';

/** Texts for a list without rows. */
export interface TableTexts {
  /** A sentence: 'No orders found.' */
  empty: string;
  emptyIcon: LucideIcon;
  /** The failed action: 'The orders could not be loaded.' */
  failed: string;
}

interface TableBodyProps<Row> extends Omit<RowViewProps<Row>, 'rows' | 'busy' | 'outdated'> {
  shown: TableRows<Row>;
  texts: TableTexts;
  /** The element that scrolls the rows. */
  frame: RefObject<HTMLDivElement | null>;
  narrow: boolean;
  sort: TableSort;
  onSort: (id: string) => void;
  /** Clears search and filters; undefined if there are none. */
  onReset: (() => void) | undefined;
}

/** The rows in their scroll frame, or a placeholder for the loading, empty or error state. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { shown, texts, frame, narrow, sort, onSort, onReset, ...view } = props;
  const { data, error, refresh, refreshing, outdated } = shown;
  const slow = useSlow(refreshing);

  const failed = error !== null && data === undefined;
  const empty = data !== undefined && data.items.length === 0 && data.total === 0;
  useScrollEdges(frame, !failed && !empty && !narrow);
  const viewProps = {
    ...view,
    rows: data?.items,
    busy: refreshing || data === undefined,
    // On its own: a refresh before may have taken longer already.
    outdated: useSlow(outdated),
  };

  return (
    <div tabIndex={-1} className="relative flex min-h-0 flex-1 flex-col border-line border-t outline-none">
      {slow ? <ProgressBar className="absolute inset-x-0 -top-px z-9 animate-fade-in" /> : null}
      {error !== null && data !== undefined ? (
        <StaleNotice onRetry={refresh} className="shrink-0 flex-wrap gap-2 shell:px-6">
          <span>
            {t('table.refreshFailed')} {messageOf(error, '')}
          </span>
        </StaleNotice>
      ) : null}
      {/* Gets the focus when the focused element is removed, such as Retry. The scroll padding is the width of the header
          and of the pinned columns, so that none of them hides a focused element. */}
      <div
        ref={frame}
        data-table-frame
        tabIndex={-1}
        className="group/frame min-h-0 flex-1 scroll-pt-9 scroll-pr-16 scroll-pl-48 overflow-auto overscroll-contain outline-none short:overscroll-auto"
      >
        {failed ? (
          <ErrorState title={texts.failed} hint={messageOf(error, '')} onRetry={refresh} />
        ) : empty ? (
          <EmptyState
            icon={texts.emptyIcon}
            title={texts.empty}
            hint={onReset === undefined ? undefined : t('table.emptyHint')}
            action={onReset === undefined ? undefined : <Button onClick={onReset}>{t('action.reset')}</Button>}
          />
        ) : narrow ? (
          <CardList {...viewProps} />
        ) : (
          <TableGrid {...viewProps} sort={sort} onSort={onSort} />
        )}
      </div>
    </div>
  );
}

/** Time in milliseconds that rows may load before the table shows it, so that a fast response does not flicker. */
const slowAfter = 200;

/** Whether loading takes longer than a moment. */
function useSlow(loading: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setLate(true), slowAfter);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [loading]);
  return loading && late;
}

/**
 * Sets `data-wide` on a frame while its content is wider than the frame, and `data-before` and `data-after` while
 * content is hidden beyond its edges. The styles pin columns and show their borders accordingly. Bypasses React, so
 * that scrolling does not cause a render.
 * @param hasTable whether the content is a table, which has to be observed itself: it may change its width on its own
 */
function useScrollEdges(frame: RefObject<HTMLElement | null>, hasTable: boolean): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    function mark() {
      if (element === null) return;
      const beyond = element.scrollWidth - element.clientWidth - element.scrollLeft;
      element.toggleAttribute('data-wide', element.scrollWidth > element.clientWidth);
      element.toggleAttribute('data-before', element.scrollLeft > 0);
      element.toggleAttribute('data-after', beyond > 1);
    }
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    if (hasTable && element.firstElementChild !== null) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [frame, hasTable]);
}
