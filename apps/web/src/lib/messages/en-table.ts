/** Texts of the shared table. */
export const tableEn = {
  'table.clearSearch': 'Clear search',
  'table.refresh': 'Refresh',
  'table.reset': 'Reset',

  'table.filter': 'Filter',
  'table.filterCount': 'Filter, {count} active',
  'table.filtersInForce': 'Active filters',
  'table.removeFilter': 'Remove filter {name}',
  'table.anyOf': 'any of {count}',
  'table.or': '{first} or {second}',
  'table.lastDays': 'last {count} days',
  'table.between': '{from} – {to}',
  'table.since': 'since {from}',
  'table.until': 'until {to}',
  'table.from': 'From',
  'table.to': 'To',

  'table.columns': 'Columns',
  'table.columnsReset': 'Reset columns',
  'table.actionsColumn': 'Actions',
  'table.actionsFor': 'Actions for {row}',
  'table.viewDetails': 'View Details',

  'table.selectRow': 'Select {row}',
  'table.selectPage': 'Select all on this page',
  'table.selected': '{count} selected',
  'table.clearSelection': 'Clear',

  'table.view': 'Sort and rows per page',
  'table.viewShort': 'Sort',
  'table.sortBy': 'Sort by',
  'table.sortDirection': 'Direction',
  'table.ascending': 'Ascending',
  'table.descending': 'Descending',

  'table.range': '{first}–{last} of {total}',
  'table.none': '0 of 0',
  'table.pageOf': ', page {page} of {pages}',
  'table.rowsPerPage': 'Rows per page',
  'table.pagination': 'Pagination',
  'table.page': 'Page {page}',
  'table.previousPage': 'Previous page',
  'table.nextPage': 'Next page',

  'table.emptyHint': 'Nothing matches the search and active filters.',
  'table.refreshFailed': 'The list could not be refreshed and may be out of date.',

  'part.failed': 'This part could not be loaded.',
  'part.failedHint': 'Check your connection and try again. If that does not help, reload the page.',
  'part.reload': 'Reload the page',
} as const;
