import type { OpenOrders } from '@portal/contract/orders';
import type pg from 'pg';
import type { OrderScope } from '../../access/scope.ts';
import { ordersWithin } from '../../access/scope-sql.ts';
import { toMoneyText } from '../../listing/raw-data.ts';
import { all, compile, sql } from '../../platform/sql.ts';

/**
 * Sums what is unpaid and what of it was due before `today` (YYYY-MM-DD), of one customer's orders in scope and where
 * the user sees open amounts. Nothing if amounts are unknown or in several currencies.
 */
export async function sumOpenAmounts(
  scope: OrderScope,
  pool: pg.Pool,
  today: string,
): Promise<Pick<OpenOrders, 'openAmount' | 'overdueAmount'>> {
  if (!scope.seesOpenAmounts || scope.orders.kind !== 'customer') return {};
  const within = ordersWithin(scope) ?? sql`true`;
  // The condition of the partial index of migration 0043.
  const isOwed = all([sql`invoices > 0 and open_amount is distinct from 0`, within]);
  const isOverdue = all([sql`due_date < ${today} and open_amount is distinct from 0`, within]);
  // An overdue order may have other invoices that are due later.
  const overdue = sql`select coalesce(sum(open_amount), 0) from invoices
    where due_date < ${today} and order_id in (select id from sales_orders where ${isOverdue})`;
  const statement = sql`select coalesce(sum(open_amount), 0)::text as open, (${overdue})::text as overdue
from sales_orders where ${isOwed}
having count(*) = count(open_amount) and count(distinct coalesce(currency_name, '')) <= 1`;
  const { rows } = await pool.query<{ open: string; overdue: string }>(compile(statement));
  const [row] = rows;
  return row === undefined ? {} : { openAmount: toMoneyText(row.open), overdueAmount: toMoneyText(row.overdue) };
}
