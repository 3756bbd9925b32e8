import { RefreshCw } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { HeaderSlot } from '#components/shell/header-slot.tsx';
import { Button } from '#components/ui/button.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';
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
  narrow: boolean;
  onReset: () => void;
  /** Undefined where the page has a Refresh of its own. */
  onRefresh: (() => Promise<unknown>) | undefined;
  presetsMenu: ReactNode;
  /** Columns on a wide screen; sorting and rows per page on a narrow one. */
  viewMenu: ReactNode;
  /** How fresh the list is: in the page's header where there is no room here. */
  status?: ReactNode;
  /** The list's own buttons, the most important one last. */
  actions?: ReactNode;
}

/** Above the rows: what to look for, what shows, and what can be done. */
export function TableToolbar(props: TableToolbarProps) {
  const { state, change, filters, searchLabel, narrow, onReset, onRefresh, presetsMenu, viewMenu, status, actions } =
    props;

  const filterButton = useRef<HTMLButtonElement>(null);
  const refresh =
    onRefresh === undefined ? null : (
      <Tooltip content={t('table.refresh')}>
        <Button variant="ghost" icon aria-label={t('table.refresh')} onClick={onRefresh}>
          <RefreshCw aria-hidden />
        </Button>
      </Tooltip>
    );

  function changeFilter(id: string, text: string, replace = false) {
    change({ filters: withFilter(state.filters, id, text) }, { replace });
  }

  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3 shell:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          value={state.search}
          onSearch={(search) => change({ search: search.trim() }, { replace: true })}
          label={searchLabel}
        />
        {narrow ? refresh : null}
        {filters.length === 0 ? null : (
          <FilterPopover
            filters={filters}
            values={state.filters}
            onChange={changeFilter}
            onReset={() => change({ filters: {} })}
            compact={narrow}
            buttonRef={filterButton}
          />
        )}
        {presetsMenu}
        {viewMenu}
        <div className="ml-auto flex items-center justify-end gap-2 empty:hidden sheet:flex-1">
          {narrow ? (
            <HeaderSlot>{status}</HeaderSlot>
          ) : (
            <>
              {status}
              {refresh}
            </>
          )}
          {actions}
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
