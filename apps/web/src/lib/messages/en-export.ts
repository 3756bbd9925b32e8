/** Texts of exporting a list to a file. */
export const exportEn = {
  'export.button': 'Export',
  'export.csv': 'CSV',
  'export.xlsx': 'Excel (XLSX)',

  'export.orders.title': 'Exporting orders',
  'export.customers.title': 'Exporting customers',
  'export.preparing': 'Counting and sorting…',
  'export.rowsOf': '{done} of {expected} rows',
  'export.rows': { one: '{count} row', other: '{count} rows' },
  'export.checking': 'Checking that the file is whole…',
  'export.progress': 'Progress of the export',
  'export.cancel': 'Cancel',
  'export.close': 'Close',
  'export.again': 'Try again',

  'export.failed': 'The list could not be exported.',
  'export.cut': 'The export was cut off before its end. Nothing was saved.',
  'export.done': { one: '{count} row exported', other: '{count} rows exported' },
} as const;
