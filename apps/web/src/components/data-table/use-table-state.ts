import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  changeState,
  readTableState,
  type SearchParams,
  type TableRules,
  type TableState,
  tableParamNames,
  tableParams,
} from './table-state.ts';
import { readStoredTable, storeTable } from './table-storage.ts';

interface ChangeOptions {
  /** Leaves no step for Back to return to: for what changes with each letter typed. */
  replace?: boolean;
}

/**
 * Changes part of a table's state, by way of the URL. Anything but a page given explicitly starts at page 1.
 * @param change a function where the change depends on the state: of two changes made before the next render, the second
 *   one must not undo the first
 */
export type ChangeTable = (
  change: Partial<TableState> | ((state: TableState) => Partial<TableState>),
  options?: ChangeOptions,
) => void;

/**
 * A table's state. The URL is its source, so that Back, reload and sharing work; this browser keeps the last state
 * of each table and fills a URL that says nothing.
 * `isPlain`: neither the URL nor the last state says anything about the table.
 * @param rules must be the same object from render to render
 */
export function useTableState(tableKey: string, rules: TableRules): [TableState, ChangeTable, isPlain: boolean] {
  const params: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const [home] = useState(() => router.latestLocation.pathname);
  const mounted = useRef(false);
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const [stored, setStored] = useState(() => lastParams(tableKey, params, rules));

  const replaceParams = useCallback(
    async (next: (state: TableState) => TableState, replace: boolean) => {
      // What was typed last may arrive when the reader has gone to another page already, or to another table of this one.
      if (!mounted.current || router.latestLocation.pathname !== home) return;
      await navigate({
        to: '.',
        search: (previous: SearchParams) => withState(previous, next(readTableState(previous, rules)), rules),
        replace,
        // A dialog that is open over the table came by this history entry, and goes by it.
        ...(replace ? { state: (previous) => previous } : {}),
        resetScroll: false,
      });
    },
    [navigate, router, home, rules],
  );

  useEffect(() => {
    if (stored === undefined) return;
    void replaceParams(() => readTableState(stored, rules), true).then(() => setStored(undefined));
  }, [stored, replaceParams, rules]);

  const state = useSteady(readTableState(stored ?? params, rules));

  useEffect(() => {
    const { page: _, ...kept } = tableParams(state);
    storeTable(tableKey, { params: kept });
  }, [tableKey, state]);

  const change: ChangeTable = useCallback(
    (part, { replace = false } = {}) => {
      void replaceParams(
        (previous) => changeState(previous, typeof part === 'function' ? part(previous) : part),
        replace,
      );
    },
    [replaceParams],
  );
  return [state, change, !namesTable(params, rules) && Object.keys(tableParams(state)).length === 0];
}

/** What this browser kept, when the URL says nothing about the table and there is something to say. */
export function lastParams(tableKey: string, params: SearchParams, rules: TableRules): SearchParams | undefined {
  if (namesTable(params, rules)) return undefined;
  const last = tableParams({ ...readTableState(readStoredTable(tableKey).params, rules), page: 1 });
  return Object.keys(last).length === 0 ? undefined : last;
}

/** Whether a URL says anything about a table. `?page=1` does: it asks for the plain table, whatever was shown before. */
export function namesTable(params: SearchParams, rules: TableRules): boolean {
  return tableParamNames(rules).some((name) => name in params);
}

/** The URL's parameters with another state of this table, everything else as it was. */
function withState(params: SearchParams, state: TableState, rules: TableRules): Record<string, unknown> {
  const own = new Set(tableParamNames(rules));
  const others = Object.entries(params).filter(([name]) => !own.has(name));
  return { ...Object.fromEntries(others), ...tableParams(state) };
}

/** The same object for as long as the state says the same. */
function useSteady(state: TableState): TableState {
  const text = JSON.stringify(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all that the state does.
  return useMemo(() => state, [text]);
}
