import { RefreshCw } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { HeaderSlot } from '#components/shell/header-slot.tsx';
import { Button } from '#components/ui/button.tsx';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { t } from '#lib/texts.ts';
import { FilterChips } from './filters/filter-chips.tsx';
import { FilterPopover } from './filters/filter-popover.tsx';
import type { FilterValues, TableFilter } from './filters/table-filters.ts';
import { SearchField } from './search-field.tsx';
import type { TableState } from './table-state.ts';
import type { ChangeTable } from './use-table-state.ts';

interface TableToolbarProps {
  state: TableState;
  change: ChangeTable;
  filters: readonly TableFilter[];
  searchLabel: string;
  /** See `SearchField`. */
  onConfirmSearch: (text: string) => void;
  narrow: boolean;
  onReset: () => void;
  /** Undefined if the page has its own Refresh button. */
  onRefresh: (() => Promise<unknown>) | undefined;
  presetsMenu: ReactNode;
  /** Columns on a wide screen; sorting and rows per page on a narrow one. */
  viewMenu: ReactNode;
  /** Shows how fresh the list is. In the page header on a narrow screen. */
  status?: ReactNode;
  /** The list's own buttons, with the primary one last. */
  actions?: ReactNode;
}

/** Equal widths; wraps to two lines if a label does not fit. */
const narrowButtons = '-mx-1 grid basis-full grid-cols-[repeat(auto-fit,minmax(2.875rem,1fr))]';

/** Toolbar above the rows: search, filters, presets, columns and actions. */
export function TableToolbar(props: TableToolbarProps) {
  const { state, change, filters, searchLabel, narrow, onReset, onRefresh, presetsMenu, viewMenu, status, actions } =
    props;

  const filterButton = useRef<HTMLButtonElement>(null);
  function changeFilter(id: string, text: string, replace = false) {
    change(({ filters: current }) => ({ filters: withFilter(current, id, text) }), { replace });
  }

  const filterMenu =
    filters.length === 0 ? null : (
      <FilterPopover
        filters={filters}
        values={state.filters}
        onChange={changeFilter}
        onReset={() => change({ filters: {} })}
        buttonRef={filterButton}
      />
    );

  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3 shell:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          value={state.search}
          onSearch={(search) => change({ search: search.trim() }, { replace: true })}
          onConfirm={props.onConfirmSearch}
          label={searchLabel}
        />
        {narrow ? <HeaderSlot>{status}</HeaderSlot> : null}
        {/* The same elements at both widths, so that a dialog of one of them stays open when the window is resized. */}
        <div className={narrow ? narrowButtons : 'contents'}>
          {filterMenu}
          {presetsMenu}
          {viewMenu}
          <div className={narrow ? 'contents' : 'ml-auto flex items-center justify-end gap-2 empty:hidden'}>
            {narrow ? null : status}
            {onRefresh === undefined ? null : narrow ? (
              <ToolbarButton icon={RefreshCw} label={t('action.refresh')} onClick={onRefresh} />
            ) : (
              <Button variant="ghost" icon aria-label={t('action.refresh')} data-tooltip onClick={onRefresh}>
                <RefreshCw aria-hidden />
              </Button>
            )}
            {actions}
          </div>
        </div>
      </div>
      <FilterChips
        filters={filters}
        values={state.filters}
        onRemove={(id) => changeFilter(id, '')}
        onReset={onReset}
        filterButton={filterButton}
      />
    </div>
  );
}

function withFilter(values: FilterValues, id: string, text: string): FilterValues {
  const { [id]: _, ...others } = values;
  return text === '' ? others : { ...others, [id]: text };
}
