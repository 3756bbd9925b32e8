import { expect } from 'vitest';
import type { RecordSource } from '../source/record-kind.ts';
import { everything } from '../source/record-source.ts';

/** All records page by page, by id, as a sync run reads them; none may fail. */
export async function readBySource<Row extends { readonly id: string }>(
  source: RecordSource<Row>,
  limit: number,
): Promise<Map<string, Row>> {
  const { lastId } = await source.summarizeChanges(everything);
  const reader = source.open(await source.probe());
  const records = new Map<string, Row>();
  let range = { after: '0', upTo: lastId ?? '0' };
  for (;;) {
    const page = await reader.page(everything, range, limit);
    expect(page.failures).toEqual([]);
    for (const row of page.rows) records.set(row.id, row);
    if (page.complete || page.lastId === null) return records;
    range = { ...range, after: page.lastId };
  }
}
