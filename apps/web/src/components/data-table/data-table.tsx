import { type HistoryState, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNarrow } from '#lib/use-media.ts';
import { useColumnLayout } from './columns/column-layout.ts';
import { ColumnsMenu } from './columns/columns-menu.tsx';
import type { DataTableColumn } from './columns.ts';
import type { TableFilter } from './filters/table-filters.ts';
import { type PageRequest, pageRequest, type RowPage, type ShownView, shownView } from './page-request.ts';
import type { Preset } from './presets/preset.ts';
import { type BuiltInView, isNarrowed, type PresetActions, presetToState, viewToState } from './presets/preset-view.ts';
import { PresetsMenu } from './presets/presets-menu.tsx';
import { useDefaultPreset } from './presets/use-default-preset.ts';
import type { RowBehavior } from './row-behavior.ts';
import type { RowSelection } from './selection/row-selection.ts';
import { TableBody, type TableTexts } from './table-body.tsx';
import { TableFooter } from './table-footer.tsx';
import { nextSort, type TableSort, type TableState, tableParams, tableRules } from './table-state.ts';
import { TableToolbar } from './table-toolbar.tsx';
import { type TableRows, type TableSource, useTableRows } from './use-table-rows.ts';
import { type ChangeTable, useTableState } from './use-table-state.ts';
import { ViewMenu } from './view-menu.tsx';

export interface DataTableProps<Row> {
  /** Key under which the browser stores the table's last state. */
  tableKey: string;
  /** Accessible name of the list. */
  label: string;
  searchLabel: string;
  texts: TableTexts;
  /** Columns visible to the role. Columns, source, filters and behavior must be the same objects on every render. */
  columns: readonly DataTableColumn<Row>[];
  source: TableSource<Row>;
  filters: readonly TableFilter[];
  /** Sort order used until the user chooses one. */
  defaultSort: TableSort;
  behavior: RowBehavior<Row>;
  /** Makes rows selectable: `useRowSelection`. */
  selection?: RowSelection<Row> | undefined;
  /** Built-in views. Read when the list opens, and again when the user opens the presets menu. */
  views?: () => readonly BuiltInView[];
  /** The list's own actions for a filter preset in the presets menu. */
  presetActions?: PresetActions;
  /** Enter in the search opens the row if it is the only one. */
  opensSingleHit?: boolean;
  /** The page has its own Refresh button. */
  withoutRefresh?: boolean;
  /** Shows how fresh the list is. */
  status?: ReactNode;
  /** The list's own buttons. A function receives what the table shows. */
  actions?: ReactNode | ((view: ShownView) => ReactNode);
  /** Rendered after the table, with the current page of rows, which is undefined until it is loaded: a row's dialog. */
  children?: (rows: RowPage<Row> | undefined, request: PageRequest) => ReactNode;
}

/** The portal's shared list: search, filters, sort, pages and columns, with its state in the URL. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { tableKey, columns, source, filters, defaultSort, behavior, selection, status, actions } = props;
  const narrow = useNarrow();

  const sortable = useMemo(() => columns.filter((column) => column.sortable !== false), [columns]);
  const rules = useMemo(() => tableRules(columns, filters), [columns, filters]);
  const [state, setState, isUnset] = useTableState(tableKey, rules);
  const frame = useRef<HTMLDivElement>(null);
  /** Shows the new rows from the top. Back bypasses it and keeps the scroll position. */
  const change: ChangeTable = useCallback(
    (part, options) => {
      frame.current?.scrollTo({ top: 0 });
      setState(part, options);
    },
    [setState],
  );
  const sort = state.sort ?? defaultSort;

  const request = useRequest(state, defaultSort, filters);
  const loaded = useTableRows(source, request);
  const pages = loaded.outdated ? undefined : loaded.data?.pages;
  useEffect(() => {
    // Rows were deleted since this address was created, or the page was typed: go to the last page.
    if (pages !== undefined && pages > 0 && state.page > pages) change({ page: pages }, { replace: true });
  }, [pages, state.page, change]);

  const layout = useColumnLayout(tableKey, columns);
  const { ordered, visibility } = layout;
  const [defaultView] = useState(() => props.views?.().find(({ isDefault }) => isDefault));
  const resolvingPreset = useDefaultPreset({
    tableKey,
    isUnset,
    defaultView,
    apply: (preset) => applyPreset(preset, { replace: true }),
    applyView: (view) => applyState(viewToState(view, rules, defaultSort), { replace: true }),
  });
  const shown = resolvingPreset ? asPending(loaded) : loaded;

  /** Returns whether the rows change. */
  function applyPreset(preset: Preset, options?: { replace: boolean }): boolean {
    layout.apply(preset);
    return applyState(presetToState(preset, rules), options);
  }

  /** Returns whether the rows change. */
  function applyState(part: Partial<TableState>, options?: { replace: boolean }): boolean {
    change(part, options);
    return Object.keys(tableParams({ ...state, ...part })).length > 0;
  }

  const visible = useMemo(() => ordered.filter(({ id }) => visibility[id]), [ordered, visibility]);
  const onCards = useMemo(
    () => ordered.filter(({ id, hidden, card }) => visibility[id] || (hidden && card !== undefined)),
    [ordered, visibility],
  );
  const confirmSearch = useOpenSingleHit(state.search, shown, props.opensSingleHit ? behavior.onOpen : undefined);
  const reset = () => change({ search: '', filters: {} });
  const { data } = shown;

  return (
    <section aria-label={props.label} className="flex min-h-0 flex-1 flex-col">
      <TableToolbar
        state={state}
        change={change}
        filters={filters}
        searchLabel={props.searchLabel}
        onConfirmSearch={confirmSearch}
        narrow={narrow}
        onReset={reset}
        onRefresh={props.withoutRefresh ? undefined : shown.refresh}
        status={status}
        actions={
          typeof actions === 'function'
            ? actions(
                shownView(
                  request,
                  visible.map(({ id }) => id),
                ),
              )
            : actions
        }
        presetsMenu={
          <PresetsMenu
            tableKey={tableKey}
            rules={rules}
            view={{
              state,
              layout: { columnVisibility: visibility, columnOrder: ordered.map(({ id }) => id) },
            }}
            views={props.views}
            presetActions={props.presetActions}
            onApply={applyPreset}
            onView={(view) => change(viewToState(view, rules, defaultSort))}
          />
        }
        viewMenu={
          narrow ? (
            <ViewMenu
              columns={sortable}
              sort={sort}
              onSort={(chosen) => change({ sort: chosen })}
              limit={state.limit}
              onLimit={(limit) => change({ limit })}
            />
          ) : (
            <ColumnsMenu
              columns={ordered
                .slice(1)
                .map(({ id, header }) => ({ id, label: header, shown: visibility[id] ?? false }))}
              onToggle={layout.show}
              onArrange={layout.arrange}
              onReset={layout.reset}
            />
          )
        }
      />
      <TableBody
        frame={frame}
        label={props.label}
        texts={props.texts}
        shown={shown}
        expected={state.limit}
        columns={narrow ? onCards : visible}
        behavior={behavior}
        selection={selection}
        narrow={narrow}
        sort={sort}
        onSort={(id) => change({ sort: nextSort(id, state.sort, defaultSort) })}
        onReset={isNarrowed(state) ? reset : undefined}
      />
      <TableFooter
        state={state}
        rows={data}
        onPage={(page) => change({ page })}
        onLimit={(limit) => change({ limit })}
        narrow={narrow}
        selection={selection}
      />
      {props.children?.(shown.outdated ? undefined : data, request)}
    </section>
  );
}

/** The rows as if nothing had been read yet. */
function asPending<Row>(rows: TableRows<Row>): TableRows<Row> {
  return { ...rows, data: undefined, error: null, refreshing: false };
}

/** The request for the server; keeps its identity while its content is the same. */
function useRequest(state: TableState, defaultSort: TableSort, filters: readonly TableFilter[]): PageRequest {
  const request = pageRequest(state, defaultSort, filters);
  const text = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text contains everything that the request does.
  return useMemo(() => request, [text]);
}

/**
 * Opens the only row that a search finds, also if another page confirmed the search. The returned function is called with
 * the text when the user confirms it, and with empty text when it changes; the row opens once the rows of that very text are
 * loaded.
 */
function useOpenSingleHit<Row>(
  search: string,
  { data, outdated }: TableRows<Row>,
  open: ((row: Row) => void) | undefined,
): (text: string) => void {
  const router = useRouter();
  const [confirmed, setConfirmed] = useState(() => (router.latestLocation.state.isSearchConfirmed ? search : ''));
  useEffect(() => {
    if (!router.latestLocation.state.isSearchConfirmed) return;
    // Only once, not when the user comes back to this address.
    const state = ({ isSearchConfirmed: _, ...others }: HistoryState) => others;
    void router.navigate({ to: '.', search: true, state, replace: true, resetScroll: false });
  }, [router]);
  useEffect(() => {
    if (confirmed === '' || confirmed !== search || outdated || data === undefined) return;
    setConfirmed('');
    const [row] = data.items;
    if (data.total === 1 && row !== undefined) open?.(row);
  }, [confirmed, search, outdated, data, open]);
  return setConfirmed;
}
