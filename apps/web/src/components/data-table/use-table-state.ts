import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SearchParams } from '#lib/search-params.ts';
import {
  changeState,
  readTableState,
  type TableRules,
  type TableState,
  tableParamNames,
  tableParams,
} from './table-state.ts';
import { readStoredTable, storeTable } from './table-storage.ts';

interface ChangeOptions {
  /** Adds no history entry: for changes on each typed letter. */
  replace?: boolean;
}

/**
 * Changes part of a table's state through the URL. Any change other than an explicit page returns to page 1.
 * @param change a function if the change depends on the state, so that two changes before the next render do not
 *   overwrite each other
 */
export type ChangeTable = (
  change: Partial<TableState> | ((state: TableState) => Partial<TableState>),
  options?: ChangeOptions,
) => void;

/**
 * A table's state. The URL is its source, so that Back, reload and sharing work. This browser stores the last state of
 * each table and restores it for a URL without table parameters.
 * `isUnset`: neither the URL nor the stored state defines anything about the table.
 * @param rules must be the same object on every render
 */
export function useTableState(tableKey: string, rules: TableRules): [TableState, ChangeTable, isUnset: boolean] {
  // Only the table's own parameters, as text, so that the table does not render again when a dialog over it opens.
  const text = useSearch({ strict: false, select: (search: SearchParams) => paramsText(search, rules) });
  const params: SearchParams = useMemo(() => JSON.parse(text), [text]);
  const navigate = useNavigate();
  const router = useRouter();
  const [ownPath] = useState(() => router.latestLocation.pathname);
  const mounted = useRef(false);
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const [stored, setStored] = useState(() => lastParams(tableKey, params, rules));

  const writeParams = useCallback(
    async (next: (state: TableState) => TableState, replace: boolean) => {
      // A debounced change may arrive after the user has gone to another page or to another table on this page.
      if (!mounted.current || router.latestLocation.pathname !== ownPath) return;
      await navigate({
        to: '.',
        search: (previous: SearchParams) => withState(previous, next(readTableState(previous, rules)), rules),
        replace,
        // A dialog that is open over the table belongs to this history entry.
        ...(replace ? { state: (previous) => previous } : {}),
        resetScroll: false,
      });
    },
    [navigate, router, ownPath, rules],
  );

  useEffect(() => {
    if (stored === undefined) return;
    void writeParams(() => readTableState(stored, rules), true).then(() => setStored(undefined));
  }, [stored, writeParams, rules]);

  const state = useSteady(readTableState(stored ?? params, rules));

  useEffect(() => {
    const { page: _, ...kept } = tableParams(state);
    storeTable(tableKey, { params: kept });
  }, [tableKey, state]);

  const change: ChangeTable = useCallback(
    (part, { replace = false } = {}) => {
      void writeParams(
        (previous) => changeState(previous, typeof part === 'function' ? part(previous) : part),
        replace,
      );
    },
    [writeParams],
  );
  return [state, change, isTableUnset(params, state, rules)];
}

/** The stored state, if the URL has no table parameters and a state is stored. */
export function lastParams(tableKey: string, params: SearchParams, rules: TableRules): SearchParams | undefined {
  if (namesTable(params, rules)) return undefined;
  const last = tableParams({ ...readTableState(readStoredTable(tableKey).params, rules), page: 1 });
  return Object.keys(last).length === 0 ? undefined : last;
}

/** Whether neither the URL nor the stored state, which `state` is from, defines anything about the table. */
export function isTableUnset(params: SearchParams, state: TableState, rules: TableRules): boolean {
  return !namesTable(params, rules) && Object.keys(tableParams(state)).length === 0;
}

/**
 * Whether a URL defines a table's state. `?page=1` does: it requests the default state regardless of the stored one.
 */
function namesTable(params: SearchParams, rules: TableRules): boolean {
  return tableParamNames(rules).some((name) => name in params);
}

function paramsText(params: SearchParams, rules: TableRules): string {
  const own = new Set(tableParamNames(rules));
  return JSON.stringify(Object.fromEntries(Object.entries(params).filter(([name]) => own.has(name))));
}

/** The URL's parameters with a new state of this table and everything else unchanged. */
function withState(params: SearchParams, state: TableState, rules: TableRules): SearchParams {
  const own = new Set(tableParamNames(rules));
  const others = Object.entries(params).filter(([name]) => !own.has(name));
  return { ...Object.fromEntries(others), ...tableParams(state) };
}

/** Keeps a value's identity as long as its content is the same. */
export function useSteady<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text contains everything that the value does.
  return useMemo(() => value, [text]);
}
