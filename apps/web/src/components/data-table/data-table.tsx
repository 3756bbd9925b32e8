import { type HistoryState, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNarrow } from '#lib/use-media.ts';
import { useColumnLayout } from './columns/column-layout.ts';
import type { DataTableProps } from './data-table-props.ts';
import { pageRequest, shownView } from './page-request.ts';
import { isNarrowed, presetToState, viewToState } from './presets/preset-view.ts';
import { useDefaultPreset } from './presets/use-default-preset.ts';
import { TableBody } from './table-body.tsx';
import { TableFooter } from './table-footer.tsx';
import { nextSort, type TableState, tableParams, tableRules } from './table-state.ts';
import { TableToolbar } from './table-toolbar.tsx';
import { type TableRows, useTableRows } from './use-table-rows.ts';
import { type ChangeTable, useSteady, useTableState } from './use-table-state.ts';

/** The portal's shared list: search, filters, sort, pages and columns, with its state in the URL. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { tableKey, columns, source, filters, defaultSort, behavior, selection } = props;
  const narrow = useNarrow();

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

  const request = useSteady(pageRequest(state, defaultSort, filters));
  const loaded = useTableRows(source, request);
  const pages = loaded.outdated ? undefined : loaded.data?.pages;
  useEffect(() => {
    // Rows were deleted since this address was created, or the page was typed: go to the last page.
    if (pages !== undefined && pages > 0 && state.page > pages) change({ page: pages }, { replace: true });
  }, [pages, state.page, change]);

  const layout = useColumnLayout(tableKey, columns);
  const { ordered, visibility } = layout;
  /** Returns whether the rows change. */
  const apply = useCallback(
    (part: Partial<TableState>, options?: { replace: boolean }) => {
      change(part, options);
      return Object.keys(tableParams({ ...state, ...part })).length > 0;
    },
    [change, state],
  );
  const [defaultView] = useState(() => props.views?.().find(({ isDefault }) => isDefault));
  const resolvingPreset = useDefaultPreset({
    tableKey,
    isUnset,
    defaultView,
    apply: (preset) => {
      layout.apply(preset);
      return apply(presetToState(preset, rules), { replace: true });
    },
    applyView: (view) => apply(viewToState(view, rules, defaultSort), { replace: true }),
  });
  const shown = resolvingPreset ? asPending(loaded) : loaded;

  const visible = useMemo(() => ordered.filter(({ id }) => visibility[id]), [ordered, visibility]);
  const onCards = useMemo(
    () => ordered.filter(({ id, hidden, card }) => visibility[id] || (hidden && card !== undefined)),
    [ordered, visibility],
  );
  const confirmSearch = useOpenSingleHit(state.search, shown, props.opensSingleHit ? behavior.onOpen : undefined);
  const reset = useCallback(() => change({ search: '', filters: {} }), [change]);
  const { data, refresh } = shown;
  // The page does not matter to the toolbar, which then does not render again with each page.
  const view = useSteady({ ...state, page: 1 });
  const query = useSteady(shownView(request, [...new Set(visible.flatMap(({ id, exported }) => exported ?? id))]));

  return (
    <section aria-label={props.label} className="flex min-h-0 flex-1 flex-col">
      <TableToolbar
        table={props}
        rules={rules}
        state={view}
        change={change}
        layout={layout}
        query={query}
        narrow={narrow}
        onConfirmSearch={confirmSearch}
        onReset={reset}
        onRefresh={refresh}
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
