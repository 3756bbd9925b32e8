import type { OrderLine } from '@portal/contract/orders';

/** Units still to ship; undefined if unknown. */
export function openQuantity({ quantity, quantityShipped, isClosed }: OrderLine): number | undefined {
  if (quantity === undefined || quantityShipped === undefined) return undefined;
  return isClosed ? 0 : Math.max(0, toQuantity(quantity - quantityShipped));
}

/** Open units of all lines. */
export function sumOpen(lines: readonly OrderLine[]): number {
  return toQuantity(lines.reduce((sum, line) => sum + (openQuantity(line) ?? 0), 0));
}

/** Rounds away what adding and subtracting decimal fractions adds. */
export function toQuantity(value: number): number {
  return Number(value.toPrecision(12));
}
