/**
 * The query of an address as plain text: `?order=10248&search=007`. The router's own way reads JSON, and would make
 * numbers of such words and quote them when it writes.
 */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The query of the parameters that are set, with its question mark; nothing when none is. */
export function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  // A comma needs no escape in a query, and lists are read more easily with it.
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}
