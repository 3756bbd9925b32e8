import type { PageRequest } from './table-source.ts';

/** What a table shows, regardless of the page: the query for its rows, and its visible columns in order. */
export interface ShownView extends Pick<PageRequest, 'sortBy' | 'sortOrder' | 'search' | 'filter'> {
  columns: readonly string[];
}

export function shownView(request: PageRequest, columns: readonly string[]): ShownView {
  const { sortBy, sortOrder, search, filter } = request;
  return { sortBy, sortOrder, search, filter, columns };
}
