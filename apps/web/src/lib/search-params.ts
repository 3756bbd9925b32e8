/** The parameters of an address: text, or a number until the address has been written and parsed again. */
export type SearchParams = Readonly<Partial<Record<string, string | number>>>;

/**
 * Parses and writes the query of an address as plain text: `?order=10248&search=007`. The router's default uses JSON,
 * which would turn such text into numbers and quote it when writing.
 */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The query of all defined parameters, with its question mark; empty if there are none. */
export function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  // A comma needs no escaping in a query, and keeps lists readable.
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}
