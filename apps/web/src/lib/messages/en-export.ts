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
  'export.checking': 'Verifying file…',
  'export.progress': 'Progress of the export',
  'export.cancel': 'Cancel',
  'export.close': 'Close',
  'export.again': 'Try again',

  'export.failed': 'The list could not be exported.',
  'export.cut': 'Export incomplete. Nothing was saved.',
  'export.done': { one: '{count} row exported', other: '{count} rows exported' },
} as const;
