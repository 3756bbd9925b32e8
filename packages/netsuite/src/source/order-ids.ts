import { type RecordBody, readText } from '../values/fields.ts';

/**
 * The order of each transaction, from rows with `transaction` and `createdfrom`: all lines of a fulfillment or an invoice
 * that were created from an order carry it (suiteql-facts, section 4). The lowest id, should there be several.
 */
export function readOrderIds(rows: readonly RecordBody[]): (id: string) => string | null {
  const orders = new Map<string, string>();
  for (const row of rows) {
    const [id, order] = [readText(row, 'transaction'), readText(row, 'createdfrom')];
    if (id === null || order === null) continue;
    const known = orders.get(id);
    if (known === undefined || BigInt(order) < BigInt(known)) orders.set(id, order);
  }
  return (id) => orders.get(id) ?? null;
}
