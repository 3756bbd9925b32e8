import type { OrderDetail, OrderProgress } from '@portal/contract/orders';
import { compareDecimals } from '#lib/decimal.ts';

/** Whether everything that is billed is paid. Who sees no open amounts learns it from the invoices' states. */
export function isNothingOpen({ invoices = [] }: OrderDetail, { openAmount }: OrderProgress): boolean {
  if (openAmount !== undefined) return compareDecimals(openAmount, '0') <= 0;
  return invoices.some(({ state }) => state === 'paid') && invoices.every(({ state }) => state !== 'open');
}
