import type { OrderLine } from '@portal/contract/orders';
import type { OrderLine as NetsuiteLine } from '@portal/netsuite/orders/order-lines';
import type { OrderRecord } from '@portal/netsuite/orders/order-source';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** Stores the lines of mirrored orders; unchanged lines are not written. */
export async function writeOrderLines(transaction: Database, orders: readonly OrderRecord[]): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  const lines = orders.map((order) => JSON.stringify(order.lines.map(toOrderLine)));
  await sql`
    insert into order_lines as stored (order_id, lines)
    select o.id, given.lines
    from unnest(${ids}::bigint[], ${lines}::jsonb[]) as given (id, lines)
    join sales_orders o on o.id = given.id
    order by o.id
    on conflict (order_id) do update set lines = excluded.lines
    where stored.lines <> excluded.lines`.execute(transaction);
}

/** A line in the API's format; fields that NetSuite omitted are absent. */
export function toOrderLine(line: NetsuiteLine): OrderLine {
  const { itemId, itemName, description, rate, amount } = line;
  const quantities = (['quantity', 'quantityShipped', 'quantityBilled', 'quantityBackordered'] as const).flatMap(
    (name) => (line[name] === null ? [] : [[name, Number(line[name])]]),
  );
  return {
    line: line.line,
    ...(itemName === null ? {} : { item: { ...(itemId === null ? {} : { id: itemId }), refName: itemName } }),
    ...(description === null ? {} : { description }),
    ...Object.fromEntries(quantities),
    ...(line.isClosed ? { isClosed: true } : {}),
    ...(rate === null ? {} : { rate }),
    ...(amount === null ? {} : { amount }),
  };
}
