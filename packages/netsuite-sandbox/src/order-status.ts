/** A sales order's states: SuiteQL's letter, and the words that the record service shows. */
export const orderStatuses = [
  ['A', 'Pending Approval'],
  ['B', 'Pending Fulfillment'],
  ['C', 'Cancelled'],
  ['D', 'Partially Fulfilled'],
  ['E', 'Pending Billing/Partially Fulfilled'],
  ['F', 'Pending Billing'],
  ['G', 'Billed'],
  ['H', 'Closed'],
] as const;

export type StatusLetter = (typeof orderStatuses)[number][0];

/** What the record service calls the status of a letter. */
export function statusWords(letter: string): string | undefined {
  return orderStatuses.find(([known]) => known === letter)?.[1];
}

/** The letter of a status in any of the forms in which records carry it. */
export function statusLetter(status: unknown): string | undefined {
  const id = typeof status === 'object' && status !== null && 'id' in status ? status.id : status;
  if (typeof id !== 'string') return undefined;
  return orderStatuses.find(([letter, words]) => letter === id || words === id)?.[0];
}
