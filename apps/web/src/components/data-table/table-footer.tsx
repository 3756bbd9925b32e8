import { type ReactNode, useId } from 'react';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { PageSizeSelect } from './page-size-select.tsx';
import { Pagination } from './pagination.tsx';
import type { TableState } from './table-state.ts';

interface TableFooterProps {
  state: TableState;
  /** Undefined while nothing is known. */
  counts: { total: number; pages: number; rows: number } | undefined;
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
  narrow: boolean;
  /** How many rows are selected, and the way to none. */
  selection?: ReactNode;
}

/** Which rows of how many, how many to a page, and the way to the other pages. */
export function TableFooter({ state, counts, onPage, onLimit, narrow, selection }: TableFooterProps) {
  const id = useId();
  return (
    // On a small screen it has two lines, which the numbers of many pages need, also before these are known.
    <footer className="@container flex min-h-13 max-sheet:min-h-18.25 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-4 py-2 shell:px-6">
      {/* What is selected stands below the range where there is little room, and in its place where there is least: the
          footer stays as high as it was. */}
      <div className="group/counts -my-1 flex min-h-7 items-center max-sheet:basis-full gap-x-4 sheet:@max-[52rem]:has-[button]:flex-col sheet:@max-[52rem]:has-[button]:items-start">
        <p
          role="status"
          className="min-h-4.5 text-ink-2 text-small tabular-nums max-sheet:group-has-[button]/counts:sr-only"
        >
          {counts === undefined ? null : <Range state={state} {...counts} />}
        </p>
        {selection}
      </div>
      {/* Unseen, not absent, while nothing is known: nothing may move when the rows arrive. */}
      <div className={classNames('ml-auto flex items-center gap-5', counts === undefined && 'invisible')}>
        {narrow ? null : (
          <div className="flex items-center gap-3">
            <label htmlFor={id} className="text-ink-3 text-small">
              {t('table.rowsPerPage')}
            </label>
            <PageSizeSelect id={id} limit={state.limit} onLimit={onLimit} />
          </div>
        )}
        <Pagination page={state.page} pages={counts?.pages ?? state.page} onPage={onPage} />
      </div>
    </footer>
  );
}

interface RangeProps {
  state: TableState;
  total: number;
  pages: number;
  rows: number;
}

/** '1–20 of 830'; the page besides, for those who hear it. */
function Range({ state: { page, limit }, total, pages, rows }: RangeProps) {
  if (rows === 0) return total === 0 ? t('table.none') : null;
  const first = (page - 1) * limit + 1;
  return (
    <>
      <span>{t('table.range', { first, last: first + rows - 1, total })}</span>
      <span className="sr-only">{t('table.pageOf', { page, pages })}</span>
    </>
  );
}
