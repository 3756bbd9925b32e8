import { MAX_LISTED } from '@portal/contract/values';

/**
 * Reads all pages of a list of people or assignments.
 * @param readPage reads the rows whose ids follow `after`; undefined: the first
 * @param compare order of the rows of several pages, which are in order only within each
 */
export async function readPages<Row>(
  idOf: (row: Row) => string,
  readPage: (after: string | undefined) => Promise<readonly Row[]>,
  compare: (one: Row, other: Row) => number = () => 0,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await readPage(after);
    const last = page.length === MAX_LISTED ? greatest(page.map(idOf)) : undefined;
    // A server of an earlier release answers with everything each time.
    if (after !== undefined && last === after) return rows;
    rows.push(...page);
    if (last === undefined) return after === undefined ? rows : rows.sort(compare);
    after = last;
  }
}

/** NetSuite ids are numbers without leading zeros; the portal's own all have the same length. */
function greatest(ids: readonly string[]): string | undefined {
  return ids.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1)).at(-1);
}
