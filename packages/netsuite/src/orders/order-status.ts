/** The portal's words for each of NetSuite's letters. E is both at once, and shown as what is still to be done. */
const words: Readonly<Record<string, string>> = {
  A: 'Pending Approval',
  B: 'Pending Fulfillment',
  C: 'Cancelled',
  D: 'Partially Fulfilled',
  E: 'Partially Fulfilled',
  F: 'Pending Billing',
  G: 'Billed',
  H: 'Closed',
};

/** The words for a letter; one that is none of NetSuite's own is shown as it came. */
export function orderStatusName(letter: string | null): string | null {
  return letter === null ? null : (words[letter] ?? letter);
}
