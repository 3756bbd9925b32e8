import { raw, type Sql } from '../platform/sql.ts';

/** Names of carriers by NetSuite's code; the others, such as `nonups`, mean nothing to people. */
const carriers: Readonly<Record<string, string>> = { ups: 'UPS', fedex: 'FedEx', usps: 'USPS' };

/** How a fulfillment was sent: its shipping method, else its carrier; null if neither is known. */
export function shippingMethodOf(method: string | null, carrier: string | null): string | null {
  return method ?? carriers[carrier ?? ''] ?? null;
}

/** The same in SQL, for the table or alias of fulfillments. */
export function shippingMethodIn(fulfillments: string): Sql {
  const names = Object.entries(carriers).map(([code, name]) => `when '${code}' then '${name}'`);
  return raw(`coalesce(${fulfillments}.method_name, case ${fulfillments}.carrier ${names.join(' ')} end)`);
}
