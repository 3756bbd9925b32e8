import type { QueryClient } from '@tanstack/react-query';
import type { SearchParams } from '#lib/search-params.ts';
import type { DataTableProps } from './data-table-props.ts';
import { pageRequest } from './page-request.ts';
import { mayHaveDefault } from './presets/use-default-preset.ts';
import { presetsQuery } from './presets/use-presets.ts';
import { readTableState, tableRules } from './table-state.ts';
import { pageQuery, type ServerSource } from './use-table-rows.ts';
import { isTableUnset, lastParams } from './use-table-state.ts';

interface TablePrefetch<Row> extends Pick<DataTableProps<Row>, 'tableKey' | 'columns' | 'filters' | 'defaultSort'> {
  source: ServerSource<Row>;
}

/** Prefetches the rows for an address while the table is still loading. Never fails: the table requests them again. */
export async function prefetchTable<Row>(
  queryClient: QueryClient,
  { tableKey, columns, filters, source, defaultSort }: TablePrefetch<Row>,
  params: SearchParams,
): Promise<void> {
  const rules = tableRules(columns, filters);
  const state = readTableState(lastParams(tableKey, params, rules) ?? params, rules);
  await Promise.all([
    queryClient.prefetchQuery(pageQuery(source, pageRequest(state, defaultSort, filters))),
    mayHaveDefault(tableKey, isTableUnset(params, state, rules))
      ? queryClient.prefetchQuery(presetsQuery(tableKey))
      : undefined,
  ]);
}
