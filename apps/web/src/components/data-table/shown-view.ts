import type { PageRequest } from './table-source.ts';

/** What a table shows now, whatever the page: the rows that its server was asked for, and its columns in their order. */
export interface ShownView extends Pick<PageRequest, 'sortBy' | 'sortOrder' | 'search' | 'filter'> {
  columns: readonly string[];
}

export function shownView(request: PageRequest, columns: readonly string[]): ShownView {
  const { sortBy, sortOrder, search, filter } = request;
  return { sortBy, sortOrder, search, filter, columns };
}
