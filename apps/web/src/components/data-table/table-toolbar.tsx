import { RefreshCw } from 'lucide-react';
import { memo, useRef } from 'react';
import { HeaderSlot } from '#components/shell/header-slot.tsx';
import { Button } from '#components/ui/button.tsx';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { t } from '#lib/texts.ts';
import type { useColumnLayout } from './columns/column-layout.ts';
import { ColumnsMenu } from './columns/columns-menu.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { FilterChips } from './filters/filter-chips.tsx';
import { FilterPopover } from './filters/filter-popover.tsx';
import type { FilterValues } from './filters/table-filters.ts';
import type { ShownView } from './page-request.ts';
import { presetToState, viewToState } from './presets/preset-view.ts';
import { PresetsMenu } from './presets/presets-menu.tsx';
import { SearchField } from './search-field.tsx';
import type { TableRules, TableState } from './table-state.ts';
import type { ChangeTable } from './use-table-state.ts';
import { ViewMenu } from './view-menu.tsx';

interface TableToolbarProps<Row> {
  table: DataTableProps<Row>;
  rules: TableRules;
  /** Its page does not matter. */
  state: TableState;
  change: ChangeTable;
  layout: ReturnType<typeof useColumnLayout<Row>>;
  /** What the table shows, for the list's own buttons. */
  query: ShownView;
  narrow: boolean;
  /** See `SearchField`. */
  onConfirmSearch: (text: string) => void;
  onReset: () => void;
  onRefresh: () => Promise<unknown>;
}

/** Spread over the line, each as wide as its label needs; wraps to two lines if a label does not fit. */
const narrowButtons = '-mx-1 flex basis-full flex-wrap';

function PlainTableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { table, rules, state, change, layout, query, narrow, onReset, onRefresh } = props;
  const { filters, status, actions, defaultSort } = table;
  const { ordered, visibility } = layout;
  const { sort = defaultSort } = state;

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

  const presetsMenu = (
    <PresetsMenu
      tableKey={table.tableKey}
      rules={rules}
      view={{ state, layout: { columnVisibility: visibility, columnOrder: ordered.map(({ id }) => id) } }}
      views={table.views}
      presetActions={table.presetActions}
      onApply={(preset) => {
        layout.apply(preset);
        change(presetToState(preset, rules));
      }}
      onView={(view) => change(viewToState(view, rules, defaultSort))}
    />
  );
  const viewMenu = narrow ? (
    <ViewMenu
      columns={table.columns.filter(({ sortable }) => sortable !== false)}
      sort={sort}
      onSort={(chosen) => change({ sort: chosen })}
      limit={state.limit}
      onLimit={(limit) => change({ limit })}
    />
  ) : (
    <ColumnsMenu
      columns={ordered.slice(1).map(({ id, header }) => ({ id, label: header, shown: visibility[id] ?? false }))}
      onToggle={layout.show}
      onArrange={layout.arrange}
      onReset={layout.reset}
    />
  );

  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3 shell:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          value={state.search}
          onSearch={(search) => change({ search: search.trim() }, { replace: true })}
          onConfirm={props.onConfirmSearch}
          label={table.searchLabel}
        />
        {narrow ? <HeaderSlot>{status}</HeaderSlot> : null}
        {/* The same elements at both widths, so that a dialog of one of them stays open when the window is resized. */}
        <div className={narrow ? narrowButtons : 'contents'}>
          {filterMenu}
          {presetsMenu}
          {viewMenu}
          <div className={narrow ? 'contents' : 'ml-auto flex items-center justify-end gap-2 empty:hidden'}>
            {narrow ? null : status}
            {table.withoutRefresh ? null : narrow ? (
              <ToolbarButton icon={RefreshCw} label={t('action.refresh')} onClick={onRefresh} />
            ) : (
              <Button variant="ghost" icon aria-label={t('action.refresh')} data-tooltip onClick={onRefresh}>
                <RefreshCw aria-hidden />
              </Button>
            )}
            {typeof actions === 'function' ? actions(query) : actions}
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

/**
 * Toolbar above the rows: search, filters, presets, columns and actions. It does not render again while rows are loading
 * or another page is shown.
 */
export const TableToolbar = memo(PlainTableToolbar) as typeof PlainTableToolbar;

function withFilter(values: FilterValues, id: string, text: string): FilterValues {
  const { [id]: _, ...others } = values;
  return text === '' ? others : { ...others, [id]: text };
}
