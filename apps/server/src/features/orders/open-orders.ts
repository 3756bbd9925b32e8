import type { OpenOrders } from '@portal/contract/orders';
import { openStates } from '@portal/contract/values';
import type pg from 'pg';
import type { OrderScope } from '../../access/scope.ts';
import { ordersWithin } from '../../access/scope-sql.ts';
import { createVersionCache, type VersionedResult } from '../../listing/cache-by-version.ts';
import { toMoneyText } from '../../listing/raw-data.ts';
import { all, compile, join, raw, type Sql, sql } from '../../platform/sql.ts';
import { orderSource, ordersVersionQuery } from './orders-list.ts';

/** Literals, so that the partial index of open orders applies. */
const isOpen = raw(`shipping in (${openStates.map((state) => `'${state}'`).join(', ')})`);

const maxCachedCounts = 1000;

/** Counts open, late and overdue orders in scope; `today` is YYYY-MM-DD. */
export function createOpenOrderCounter(pool: pg.Pool) {
  const cache = createVersionCache<OpenOrders>(pool, maxCachedCounts, () => 1);
  return (scope: OrderScope, today: string, currentVersion: string | undefined): Promise<OpenOrders> => {
    const { version } = orderSource(scope);
    const statement = countStatement(scope, today, version ?? sql`null`);
    return cache({ statement, version, currentVersion }, async () => {
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

type OpenAmounts = Pick<OpenOrders, 'openAmount' | 'overdueAmount' | 'currency'>;

const ordersVersion = raw(ordersVersionQuery);
const maxCachedSums = 1000;

/**
 * Sums what is unpaid and what of it was due before `today` (YYYY-MM-DD), of one customer's orders in scope and where
 * the user sees open amounts. Nothing if amounts are unknown or in several currencies.
 */
export function createOpenAmountReader(pool: pg.Pool) {
  const cache = createVersionCache<OpenAmounts>(pool, maxCachedSums, () => 1);
  return async (scope: OrderScope, today: string, currentVersion: string | undefined): Promise<OpenAmounts> => {
    if (!scope.seesOpenAmounts || scope.orders.kind !== 'customer') return {};
    const statement = sumStatement(scope, today);
    return cache({ statement, version: ordersVersion, currentVersion }, () => sumOpenAmounts(scope, pool, today));
  };
}

/** The sums, with the version of the orders, which changes with the invoices' due dates and amounts (migration 0044). */
export async function sumOpenAmounts(
  scope: OrderScope,
  pool: pg.Pool,
  today: string,
): Promise<VersionedResult<OpenAmounts>> {
  type Summed = { open: string; overdue: string; currency: string | null; is_known: boolean; version: string };
  const { rows } = await pool.query<Summed>(compile(sumStatement(scope, today)));
  const [row] = rows;
  if (row === undefined) throw new Error('Summing open amounts returned no row.');
  const result = {
    openAmount: toMoneyText(row.open),
    overdueAmount: toMoneyText(row.overdue),
    ...(row.currency === null ? {} : { currency: row.currency }),
  };
  return { result: row.is_known ? result : {}, version: row.version };
}

function sumStatement(scope: OrderScope, today: string): Sql {
  const within = ordersWithin(scope) ?? sql`true`;
  // The condition of the partial index of migration 0043.
  const isOwed = all([sql`invoices > 0 and open_amount is distinct from 0`, within]);
  const isOverdue = all([sql`due_date < ${today} and open_amount is distinct from 0`, within]);
  // An overdue order may have other invoices that are due later.
  const overdue = sql`select coalesce(sum(open_amount), 0) from invoices
    where due_date < ${today} and order_id in (select id from sales_orders where ${isOverdue})`;
  // From the ends of an index.
  const hasSeveral = sql`(select min(currency_name) <> max(currency_name) from sales_orders)`;
  return sql`select coalesce(sum(open_amount), 0)::text as open, (${overdue})::text as overdue,
  case when ${hasSeveral} then max(currency_name) end as currency,
  count(*) = count(open_amount) and count(distinct coalesce(currency_name, '')) <= 1 as is_known, (${ordersVersion})::text as version
from sales_orders where ${isOwed}`;
}
