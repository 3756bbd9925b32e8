import type { QueryClient } from '@tanstack/react-query';
import type { DataTableColumn } from './columns.ts';
import type { TableFilter } from './filters/table-filters.ts';
import { pageRequest, tableRules } from './page-request.ts';
import { mayHaveDefault } from './presets/use-default-preset.ts';
import { presetsQuery } from './presets/use-presets.ts';
import { pageQuery, type ServerSource } from './table-source.ts';
import { readTableState, type SearchParams, type TableSort, tableParams } from './table-state.ts';
import { lastParams, namesTable } from './use-table-state.ts';

interface TablePrefetch<Row> {
  tableKey: string;
  columns: readonly DataTableColumn<Row>[];
  filters: readonly TableFilter[];
  source: ServerSource<Row>;
  defaultSort: TableSort;
}

/** Prefetches the rows for an address while the table is still loading. Never fails: the table requests them again. */
export async function prefetchTable<Row>(
  queryClient: QueryClient,
  { tableKey, columns, filters, source, defaultSort }: TablePrefetch<Row>,
  params: SearchParams,
): Promise<void> {
  const rules = tableRules(columns, filters);
  const state = readTableState(lastParams(tableKey, params, rules) ?? params, rules);
  const isUnset = !namesTable(params, rules) && Object.keys(tableParams(state)).length === 0;
  await Promise.all([
    queryClient.prefetchQuery(pageQuery(source, pageRequest(state, defaultSort, filters))),
    mayHaveDefault(tableKey, isUnset) ? queryClient.prefetchQuery(presetsQuery(tableKey)) : undefined,
  ]);
}
