/** References to test data in a generated request, replaced by ids when it is sent. */
export const pools = [
  'orders',
  'customers',
  'users',
  'guests',
  'invitations',
  'emails',
  'groups',
  'attachments',
  'papers',
  'runs',
  'sessions',
  'lines',
] as const;
export type Pool = (typeof pools)[number];

/** One of a pool's records at the time of sending. */
export type Thing = { readonly thing: Pool; readonly at: number };

export function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && 'thing' in value && 'at' in value;
}

/** Replaces the references in a value by ids. */
export function resolve(value: unknown, idOf: (thing: Thing) => string): unknown {
  if (isThing(value)) return idOf(value);
  if (Array.isArray(value)) return value.map((entry) => resolve(entry, idOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolve(entry, idOf)]));
}
