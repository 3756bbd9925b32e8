import type { ColumnLayout } from '../columns/use-column-layout.ts';
import { readTableState, type SearchParams, type TableRules, type TableSort, type TableState } from '../table-state.ts';
import type { Preset } from './preset.ts';
import { fromPresetValue, toPresetValue } from './preset-values.ts';

/** What a table shows, as far as a preset keeps it. */
export interface PresetView {
  state: TableState;
  layout: ColumnLayout;
}

/** A way to look at a list that comes with it: what an address would say. */
export interface SavedView {
  id: string;
  name: string;
  params: SearchParams;
  /** Applies when the list opens and neither the URL, the last state nor a default preset says what to show. */
  isDefault: boolean;
}

/**
 * Whether there is something to save: a preset needs at least one active filter, and what is
 * searched for narrows the list as a column's filter does, so either counts.
 */
export function isNarrowed({ search, filters }: Pick<TableState, 'search' | 'filters'>): boolean {
  return search !== '' || Object.keys(filters).length > 0;
}

/** The parts of a preset that say what shows. */
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

/** What a preset changes of a table's state. What this version or role does not have, or cannot read, is left out. */
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

/** What a saved view changes of a table's state, with the same care. `defaultSort` is the one that applies by itself. */
export function viewToState({ params }: SavedView, rules: TableRules, defaultSort: TableSort): Partial<TableState> {
  const { search, filters, sort } = readTableState(params, rules);
  const isOwn = sort?.id === defaultSort.id && sort.descending === defaultSort.descending;
  return { search, filters, sort: isOwn ? undefined : sort };
}
