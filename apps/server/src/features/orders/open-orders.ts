import type { OpenOrders } from '@portal/contract/orders';
import { openStates } from '@portal/contract/values';
import type pg from 'pg';
import type { OrderScope } from '../../access/scope.ts';
import { ordersWithin } from '../../access/scope-sql.ts';
import { all, compile, join, raw, type Sql, sql } from '../../platform/sql.ts';

/** Literals, so that the partial index of open orders applies. */
const isOpen = raw(`shipping in (${openStates.map((state) => `'${state}'`).join(', ')})`);

/**
 * Counts open, late and overdue orders in scope from the partial indexes of migration 0035, without reading the orders.
 * `today` is YYYY-MM-DD.
 */
export async function countOpenOrders(scope: OrderScope, pool: pg.Pool, today: string): Promise<OpenOrders> {
  const within = ordersWithin(scope) ?? sql`true`;
  const counted: Sql[] = [
    ...openStates.map(
      (state) => sql`count(*) filter (where shipping = ${raw(`'${state}'`)})::int as ${raw(`"${state}"`)}`,
    ),
    sql`count(*) filter (where expected_date < ${today})::int as late`,
  ];
  const isOverdue = all([sql`due_date < ${today}`, within]);
  const overdue = sql`(select count(*) from sales_orders where ${isOverdue})::int as overdue`;
  const statement = sql`select ${join(scope.seesInvoices ? [...counted, overdue] : counted, ', ')}
from sales_orders where ${all([isOpen, within])}`;
  const { rows } = await pool.query<OpenOrders['open'] & Omit<OpenOrders, 'open'>>(compile(statement));
  const [row] = rows;
  if (row === undefined) throw new Error('Counting open orders returned no row.');
  const { late, overdue: due, ...open } = row;
  return { open, late, ...(due === undefined ? {} : { overdue: due }) };
}
