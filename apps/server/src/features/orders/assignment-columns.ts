import type { OrderScope } from '../../access/scope.ts';
import type { Column } from '../../listing/definition.ts';
import { shippingMethodIn } from '../../listing/shipping-method.ts';
import { type Sql, sql } from '../../platform/sql.ts';

/** Who carries the latest shipment of an order of `sales_orders` whose carrier is known. */
export const latestCarrier = sql`(select ${shippingMethodIn('fulfillments')} from fulfillments
  where order_id = sales_orders.id and ${shippingMethodIn('fulfillments')} is not null
  order by ship_date desc nulls last, fulfillments.id desc limit 1)`;

/** Columns of files that distinguish the orders of a guest, who sees no numbers. Other users have none. */
export function assignmentColumns({ orders }: OrderScope): readonly Column[] {
  if (orders.kind !== 'assigned') return [];
  const own = (column: Sql) => sql`(select ${column} from order_assignments given
    where given.user_id = ${orders.userId} and given.order_id = sales_orders.id)`;
  return [
    exported('carrier', 'text', latestCarrier),
    exported('until', 'accessEnd', own(sql`expires_at`)),
    exported('note', 'text', own(sql`note`)),
  ];
}

function exported(id: string, kind: Column['kind'], exportExpression: Sql): Column {
  return { id, kind, source: id, exportExpression };
}
