/** Texts of a table's filters. */
export const filtersEn = {
  'filters.find': 'Find a filter',
  'filters.found': { one: '{count} filter', other: '{count} filters' },
  'filters.none': 'No filter of this name.',
  'filters.contains': 'contains “{text}”',

  'filters.min': 'At least (CAD)',
  'filters.max': 'At most (CAD)',
  'filters.notAmount': 'Not an amount, such as 1,000.50',
  'filters.reversed': 'Must be at least the minimum',
  'filters.atLeast': 'at least {amount}',
  'filters.atMost': 'at most {amount}',

  'filters.dayIncomplete': 'Enter the full date',
  'filters.today': 'today',
  'filters.thisMonth': 'this month',
  'filters.lastMonth': 'last month',
  'filters.thisYear': 'this year',
  'filters.calendar': 'Calendar',
  'filters.daySelected': '{day}, selected',
  'filters.calendarDone': 'Done',
  'filters.openCalendar': 'Open the calendar',
} as const;
