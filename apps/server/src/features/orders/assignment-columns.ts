import type { OrderScope } from '../../access/scope.ts';
import type { Column } from '../../listing/definition.ts';
import { shippingMethodIn } from '../../listing/shipping-method.ts';
import { type Sql, sql } from '../../platform/sql.ts';

/** Who carries the shipments of an order of `sales_orders`, from the latest shipment to the first. */
export const carriers = sql`(select string_agg(carrier, ', ' order by latest desc nulls last, carrier) from (
    select ${shippingMethodIn('fulfillments')} as carrier, max(ship_date) as latest from fulfillments
    where order_id = sales_orders.id group by 1) carriers)`;

/** Columns of files that distinguish the orders of a guest, who sees no numbers. Other users have none. */
export function assignmentColumns({ orders }: OrderScope): readonly Column[] {
  if (orders.kind !== 'assigned') return [];
  const own = (column: Sql) => sql`(select ${column} from order_assignments given
    where given.user_id = ${orders.userId} and given.order_id = sales_orders.id)`;
  return [
    exported('carrier', 'text', carriers),
    exported('until', 'accessEnd', own(sql`expires_at`)),
    exported('note', 'text', own(sql`note`)),
  ];
}

function exported(id: string, kind: Column['kind'], exportExpression: Sql): Column {
  return { id, kind, source: id, exportExpression };
}
