import type { ReactNode } from 'react';
import type { SearchParams } from '#lib/search-params.ts';
import type { ColumnLayout } from '../columns/column-layout.ts';
import { serverFilter, type TableFilter } from '../filters/table-filters.ts';
import { readTableState, type TableRules, type TableSort, type TableState } from '../table-state.ts';
import type { Preset } from './preset.ts';

/** The part of a table's state that a preset stores. */
export interface PresetView {
  state: TableState;
  layout: ColumnLayout;
}

/** A built-in view of a list, in the form of address parameters. */
export interface BuiltInView {
  id: string;
  name: string;
  params: SearchParams;
  /** Applies when the list opens and neither the URL, the last state nor a default preset defines a state. */
  isDefault: boolean;
}

/**
 * Whether the state can be saved: a preset needs at least one active filter. A search narrows the list as a filter
 * does, so it counts as well.
 */
export function isNarrowed({ search, filters }: Pick<TableState, 'search' | 'filters'>): boolean {
  return search !== '' || Object.keys(filters).length > 0;
}

/** Converts a filter's text to the value that a preset stores. */
export function toPresetValue({ kind }: TableFilter, text: string): string {
  return kind.toPreset?.(text) ?? text;
}

/** Filter text of a preset value in our format or another client's; empty if it is invalid. */
export function fromPresetValue({ kind }: TableFilter, value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(',');
  return kind.fromPreset?.(value) ?? plainText(value);
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The preset fields that define the state. */
export function viewToPreset({ state, layout }: PresetView, { filters }: TableRules) {
  const { search, sort, limit } = state;
  return {
    globalFilter: search,
    columnFilters: filters.flatMap((filter) => {
      const text = state.filters[filter.id];
      return text === undefined ? [] : [{ id: filter.id, value: toPresetValue(filter, text) }];
    }),
    sorting: sort === undefined ? [] : [{ id: sort.id, desc: sort.descending }],
    columnVisibility: layout.columnVisibility,
    columnOrder: layout.columnOrder,
    pageSize: limit,
  } satisfies Partial<Preset>;
}

/** The state changes that a preset makes. Ignores anything invalid or unknown to this version or role. */
export function presetToState(preset: Preset, rules: TableRules): Partial<TableState> {
  const values = new Map(preset.columnFilters.map(({ id, value }) => [id, value]));
  const [sort] = preset.sorting ?? [];
  const read = readTableState(
    {
      ...Object.fromEntries(rules.filters.map((filter) => [filter.id, fromPresetValue(filter, values.get(filter.id))])),
      search: preset.globalFilter,
      sort: sort === undefined ? undefined : `${sort.desc ? '-' : ''}${sort.id}`,
      limit: preset.pageSize,
    },
    rules,
  );
  return {
    search: read.search,
    filters: read.filters,
    ...(preset.sorting === undefined ? {} : { sort: read.sort }),
    ...(preset.pageSize === undefined ? {} : { limit: read.limit }),
  };
}

/** What the list requests from the server for a preset, whatever its page and order. */
export function presetQuery(preset: Preset, rules: TableRules): { search?: string; filter?: string } {
  const { search = '', filters = {} } = presetToState(preset, rules);
  const filter = serverFilter(rules.filters, filters, new Date().toISOString().slice(0, 10));
  return { ...(search === '' ? {} : { search }), ...(filter === undefined ? {} : { filter }) };
}

/** A list's own actions for a preset in the menu. */
export type PresetActions = (preset: Preset, query: ReturnType<typeof presetQuery>) => ReactNode;

/** The state changes that a saved view makes, validated in the same way. `defaultSort` is the table's default. */
export function viewToState({ params }: BuiltInView, rules: TableRules, defaultSort: TableSort): Partial<TableState> {
  const { search, filters, sort } = readTableState(params, rules);
  const isOwn = sort?.id === defaultSort.id && sort.descending === defaultSort.descending;
  return { search, filters, sort: isOwn ? undefined : sort };
}
