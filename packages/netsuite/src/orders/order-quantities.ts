import { negate, sumDecimals } from '../values/decimal.ts';
import { type RecordBody, readText } from '../values/fields.ts';

/** A line's quantities, as decimal text. */
interface LineQuantities {
  readonly isClosed: boolean;
  readonly quantity: string | null;
  readonly quantityShipped: string | null;
  readonly quantityBackordered: string | null;
}

/** Types of lines that are never shipped, for accounts without `fulfillable`. */
const notShipped = new Set(['Group', 'Discount', 'Description', 'Markup', 'Payment', 'Service', 'OthCharge']);

/** Whether the line is shipped, as `transactionline.fulfillable` says (suiteql-facts, section 3). */
export function isFulfillable(row: RecordBody): boolean {
  const flag = readText(row, 'fulfillable');
  return flag === null ? !notShipped.has(readText(row, 'itemtype') ?? '') : flag === 'T';
}

/**
 * Units of all lines of an order, as exact decimal text; null where NetSuite gives none. What was shipped of a line beyond its
 * quantity does not count, or it would hide another line; nor does a negative quantity, which nobody ships.
 */
export function sumQuantities(all: readonly LineQuantities[]) {
  const lines = all.filter(({ quantity }) => !quantity?.startsWith('-'));
  const open = lines.filter(({ isClosed }) => !isClosed);
  return {
    /** Of closed lines only what was shipped. */
    ordered: sumKnown(lines.map((line) => (line.isClosed ? shippedOf(line) : line.quantity))),
    shipped: sumKnown(lines.map(shippedOf)),
    backordered: sumKnown(open.map(({ quantityBackordered }) => quantityBackordered)),
  };
}

function shippedOf({ quantity, quantityShipped }: LineQuantities): string | null {
  if (quantity === null || quantityShipped === null) return quantityShipped;
  const isBeyond = sumDecimals([quantity, negate(quantityShipped)]).startsWith('-');
  return isBeyond ? quantity : quantityShipped;
}

function sumKnown(values: readonly (string | null)[]): string | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : sumDecimals(known);
}
