import type { TypedRecord } from '../store/write-records.ts';
import { generateCustomers } from './customers.ts';
import { generateOrders, generateWithShipments } from './orders.ts';

/** How much is to be generated; the same seed gives the same records. */
export type GeneratorOptions = {
  orders: number;
  customers: number;
  seed: number;
  /** Whether orders get fulfillments and invoices; on unless it is off. */
  shipments?: boolean;
};

/** All records of a generated set, one at a time, whatever their number. */
export function* generateRecords(options: GeneratorOptions): Generator<TypedRecord> {
  if (options.shipments === false) for (const body of generateOrders(options)) yield { type: 'salesOrder', body };
  else yield* generateWithShipments(options);
  for (const body of generateCustomers(options)) yield { type: 'customer', body };
}
