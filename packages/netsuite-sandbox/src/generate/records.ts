import type { TypedRecord } from '../store/write-records.ts';
import { generateCustomers } from './customers.ts';
import { createOrders, type GeneratorOptions } from './orders.ts';

/** All records of a generated set, one at a time, whatever their number; without shipments, orders and customers alone. */
export function* generateRecords({
  shipments = true,
  ...options
}: GeneratorOptions & { shipments?: boolean }): Generator<TypedRecord> {
  for (const [body, made] of createOrders(options)) {
    yield { type: 'salesOrder', body };
    if (shipments) yield* made;
  }
  for (const body of generateCustomers(options)) yield { type: 'customer', body };
}
