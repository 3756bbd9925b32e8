/** Texts about who can see a record, and why. */
export const accessEn = {
  'access.title': 'Who can see this?',
  'access.count': { one: '{count} person', other: '{count} people' },
  'access.search': 'Search people...',
  'access.nobody': 'No people found',
  'access.failed': 'Failed to load who can see this',
  'access.byAdmin': 'Administrator: sees everything',
  'access.byMember': 'Staff: sees all customers',
  'access.byCustomer': 'Linked to {customer}',
  'access.byAssignment': 'Assigned by {name} on {date}',
  'access.byFormerUser': 'Assigned on {date}',
} as const;
