import { findWrongOrderCounts, rebuildOrderCounts } from '../features/orders/service.ts';
import { countWrongProgress, rebuildProgress } from '../features/sync/service.ts';
import type { Database } from '../platform/database.ts';

/** Number of wrong values by table: counts of orders, and what orders show of their fulfillments and invoices. */
export async function findWrongCounts(db: Database): Promise<Readonly<Record<string, number>>> {
  const counts = await findWrongOrderCounts(db);
  const orders = await countWrongProgress(db);
  return orders === 0 ? counts : { ...counts, sales_orders: orders };
}

/** Computes all of them anew. */
export async function rebuildCounts(db: Database): Promise<void> {
  await rebuildProgress(db);
  await rebuildOrderCounts(db);
}
