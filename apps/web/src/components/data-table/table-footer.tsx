import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { FieldControl } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import type { RowPage } from './page-request.ts';
import { Pagination } from './pagination.tsx';
import type { RowSelection } from './selection/row-selection.ts';
import { pageSizes, type TableState } from './table-state.ts';

interface TableFooterProps {
  state: TableState;
  /** The visible rows, which stay those of an earlier page while another one loads; undefined until the first one has. */
  rows: RowPage<unknown> | undefined;
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
  narrow: boolean;
  /** Undefined if rows are not selectable. */
  selection: Pick<RowSelection<unknown>, 'selected' | 'clear'> | undefined;
}

/** Visible range and total, page size and page navigation. */
export function TableFooter({ state, rows, onPage, onLimit, narrow, selection }: TableFooterProps) {
  const id = useId();
  return (
    // Two lines on a small screen, which many page numbers need. Also before they are known, so that nothing shifts.
    <footer className="@container flex min-h-13 max-sheet:min-h-18.25 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-4 py-2 shell:px-6">
      {/* The selection summary is below the range on medium screens and replaces it on the narrowest, so that the
          footer keeps its height. */}
      <div className="group/counts -my-1 flex min-h-7 items-center max-sheet:basis-full gap-x-4 sheet:@max-[52rem]:has-[button]:flex-col sheet:@max-[52rem]:has-[button]:items-start">
        <p
          role="status"
          className="min-h-4.5 text-ink-2 text-small tabular-nums max-sheet:group-has-[button]/counts:sr-only"
        >
          {rows === undefined ? null : <Range {...rows} />}
        </p>
        {selection && <SelectionSummary count={selection.selected.size} onClear={selection.clear} />}
      </div>
      {/* Invisible rather than absent before the first load, so that nothing shifts when the rows arrive. */}
      <div className={classNames('ml-auto flex items-center gap-5', rows === undefined && 'invisible')}>
        {narrow ? null : (
          <div className="flex items-center gap-3">
            <label htmlFor={id} className="text-ink-3 text-small">
              {t('table.rowsPerPage')}
            </label>
            <PageSizeSelect id={id} limit={state.limit} onLimit={onLimit} />
          </div>
        )}
        <Pagination page={state.page} pages={rows?.pages ?? state.page} onPage={onPage} />
      </div>
    </footer>
  );
}

/** '1–20 of 830', with the page number for screen readers. */
function Range({ items, page, limit, total, pages }: RowPage<unknown>) {
  if (items.length === 0) return total === 0 ? t('table.none') : null;
  const first = (page - 1) * limit + 1;
  return (
    <>
      <span>{t('table.range', { first, last: first + items.length - 1, total })}</span>
      <span className="sr-only">{t('table.pageOf', { page, pages })}</span>
    </>
  );
}

interface PageSizeSelectProps extends Partial<FieldControl> {
  limit: number;
  onLimit: (limit: number) => void;
}

/** Select for the number of rows per page. */
export function PageSizeSelect({ limit, onLimit, ...rest }: PageSizeSelectProps) {
  return (
    <Select
      {...rest}
      value={String(limit)}
      onValueChange={(value) => onLimit(Number(value))}
      options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
      className="font-medium tabular-nums"
    />
  );
}

interface SelectionSummaryProps {
  count: number;
  onClear: () => void;
}

/** '3 selected · Clear', announced when it changes. */
function SelectionSummary({ count, onClear }: SelectionSummaryProps) {
  const list = useRef<Element | null>(null);

  useEffect(() => {
    // The button disappears with the selection, so the focus moves to the header checkbox.
    if (count === 0) list.current?.querySelector<HTMLElement>('[role=checkbox]:enabled')?.focus();
    list.current = null;
  }, [count]);

  function handleClear(event: MouseEvent) {
    list.current = event.currentTarget.closest('section');
    onClear();
  }

  return (
    <div className="flex items-center gap-1">
      <span role="status" className="text-ink text-small tabular-nums">
        {count === 0 ? null : t('table.selected', { count })}
      </span>
      {count === 0 ? null : (
        <Button size="small" variant="ghost" onClick={handleClear} className="-my-1.5 text-small">
          {t('action.clear')}
        </Button>
      )}
    </div>
  );
}
