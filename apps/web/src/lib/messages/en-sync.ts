/** Texts of the synchronisation with NetSuite. */
export const syncEn = {
  'sync.orders.button': 'Sync Orders',
  'sync.customers.button': 'Sync Customers',
  'sync.busy': 'Syncing…',

  'sync.orders.running': 'Syncing sales orders',
  'sync.customers.running': 'Syncing customers',
  'sync.orders.done': 'Sales orders synced successfully',
  'sync.customers.done': 'Customers synced successfully',
  'sync.orders.failed': 'Failed to sync sales orders',
  'sync.customers.failed': 'Failed to sync customers',

  'sync.running': 'Syncs under way',
  'sync.progress': 'Progress of the sync',
  'sync.phase.connecting': 'Connecting to NetSuite',
  'sync.phase.counting': 'Counting what has changed',
  'sync.phase.reading': 'Reading',
  'sync.phase.deletions': 'Looking for deletions',
  'sync.phase.checking': 'Checking the counts',
  'sync.phase.ended': 'Finishing',
  'sync.rowsOf': '{done} of {expected}',
  'sync.rows': '{done} read',

  'sync.updated': '{count} updated',
  'sync.created': '{count} created',
  'sync.deleted': '{count} deleted',
  'sync.setAside': '{count} set aside for the next sync',
  'sync.unchanged': 'Nothing has changed',
  'sync.resultIn': '{result} in {time}',
  'sync.cancelled': 'It was stopped before its end. What had been read stays.',
  'sync.seconds': '{count} s',
  'sync.minutes': '{minutes} min {seconds} s',

  'sync.fresh': 'Synced {ago}',
  'sync.never': 'Not synced yet',
} as const;
