import { MAX_LISTED } from '@portal/contract/values';
import type { Seen } from './serve-api.ts';

/** The page of a list of people or assignments that a request asks for, as the server would answer it. */
export function pageOf<Row>(rows: readonly Row[], idOf: (row: Row) => string, { query }: Seen): Row[] {
  const after = new URLSearchParams(query).get('after');
  const numberOf = (id: string) => id.padStart(36, '0');
  const byId = rows.toSorted((one, other) => (numberOf(idOf(one)) < numberOf(idOf(other)) ? -1 : 1));
  const rest = byId.filter((row) => after === null || numberOf(idOf(row)) > numberOf(after));
  // Within a page, rows are in the order of the list.
  const page = new Set(rest.slice(0, MAX_LISTED));
  return rows.filter((row) => page.has(row));
}
