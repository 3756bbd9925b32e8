import type { OpenOrders } from '@portal/contract/orders';
import { openStates } from '@portal/contract/values';
import type pg from 'pg';
import type { OrderScope } from '../../access/scope.ts';
import { ordersWithin } from '../../access/scope-sql.ts';
import { createVersionKeeper } from '../../listing/keep-by-version.ts';
import { all, compile, join, raw, type Sql, sql } from '../../platform/sql.ts';
import { orderSource } from './orders-list.ts';

/** Literals, so that the partial index of open orders applies. */
const isOpen = raw(`shipping in (${openStates.map((state) => `'${state}'`).join(', ')})`);

const maxKeptCounts = 1000;

/** Counts open, late and overdue orders in scope; `today` is YYYY-MM-DD. */
export function createOpenOrderCounter(pool: pg.Pool) {
  const keep = createVersionKeeper<OpenOrders>(pool, maxKeptCounts, () => 1);
  return (scope: OrderScope, today: string, currentVersion: string | undefined): Promise<OpenOrders> => {
    const { version } = orderSource(scope);
    const statement = countStatement(scope, today, version ?? sql`null`);
    return keep({ statement, version, currentVersion }, async () => {
      const { rows } = await pool.query<Counted>(compile(statement));
      const [row] = rows;
      if (row === undefined) throw new Error('Counting open orders returned no row.');
      const { version: read, late, overdue, ...open } = row;
      return { result: { open, late, ...(overdue === undefined ? {} : { overdue }) }, version: read };
    });
  };
}

type Counted = OpenOrders['open'] & Pick<OpenOrders, 'late' | 'overdue'> & { version: string | null };

/** Reads the partial indexes of migration 0035, not the orders. */
function countStatement(scope: OrderScope, today: string, version: Sql): Sql {
  const within = ordersWithin(scope) ?? sql`true`;
  const counted: Sql[] = [
    sql`(${version})::text as version`,
    ...openStates.map(
      (state) => sql`count(*) filter (where shipping = ${raw(`'${state}'`)})::int as ${raw(`"${state}"`)}`,
    ),
    sql`count(*) filter (where expected_date < ${today})::int as late`,
  ];
  const isOverdue = all([sql`due_date < ${today}`, within]);
  const overdue = sql`(select count(*) from sales_orders where ${isOverdue})::int as overdue`;
  return sql`select ${join(scope.seesInvoices ? [...counted, overdue] : counted, ', ')}
from sales_orders where ${all([isOpen, within])}`;
}
