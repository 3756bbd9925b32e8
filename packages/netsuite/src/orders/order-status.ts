import { type RecordBody, type Reference, readText } from '../values/fields.ts';

/** The portal's words for each of NetSuite's letters. E is both at once, and shown as what is still to be done. */
const words: Record<string, string> = {
  A: 'Pending Approval',
  B: 'Pending Fulfillment',
  C: 'Cancelled',
  D: 'Partially Fulfilled',
  E: 'Partially Fulfilled',
  F: 'Pending Billing',
  G: 'Billed',
  H: 'Closed',
};

const letters = new Map([
  ...Object.entries(words).map(([letter, name]) => [name.toLowerCase(), letter] as const),
  // Placed after the entries, or E would override the status text of D.
  ['partially fulfilled', 'D'] as const,
  ['pending billing/partially fulfilled', 'E'] as const,
]);

/**
 * A status in any of NetSuite's forms: `{ id: "B", refName }`, `{ id: "Pending Fulfillment", refName }`, a bare `"B"`,
 * `"SalesOrd:B"`, or SuiteQL's "Sales Order : Pending Fulfillment". What is none of these is passed on as it came.
 */
export function toOrderStatus(value: unknown): Reference {
  if (typeof value === 'object' && value !== null) {
    const body = value as RecordBody;
    const id = readText(body, 'id');
    const name = readText(body, 'refName');
    const letter = letterOf(id) ?? letterOf(name);
    return letter === undefined ? { id, name: name ?? id } : { id: letter, name: words[letter] ?? null };
  }
  if (typeof value !== 'string' || value === '') return { id: null, name: null };
  const letter = letterOf(value);
  return letter === undefined ? { id: value, name: value } : { id: letter, name: words[letter] ?? null };
}

function letterOf(text: string | null): string | undefined {
  if (text === null) return undefined;
  const trimmed = text.replace(/^(Sales Order|SalesOrd)\s*:\s*/i, '').trim();
  if (trimmed in words) return trimmed;
  return letters.get(trimmed.toLowerCase().replace(/\s*\/\s*/g, '/'));
}
