import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/*
 * The columns of sales_orders that lists show of an order's fulfillments and invoices. Whoever writes fulfillments or
 * invoices updates them in the same transaction, and whoever writes orders fills those of its own.
 */

/** The columns, with the alias of a table. */
const columnsOf = (alias: string) =>
  sql.join(
    ['last_shipped', 'tracking', 'invoice_numbers', 'invoices', 'open_amount', 'due_date'].map((column) =>
      sql.ref(`${alias}${column}`),
    ),
  );

/**
 * Makes writers of orders and writers of fulfillments or invoices wait for each other until their transaction ends: each
 * would not see what the other has not committed yet. Writers of orders do not wait for one another (`target`). To be
 * called before the transaction locks any row of a mirror.
 */
export async function lockProgress(transaction: Database, as: 'source' | 'target'): Promise<void> {
  const key = sql`hashtextextended('order progress', 0)`;
  const lock = as === 'source' ? sql`pg_advisory_xact_lock(${key})` : sql`pg_advisory_xact_lock_shared(${key})`;
  await sql`select ${lock}`.execute(transaction);
}

/** The orders of mirrored fulfillments or invoices. */
export async function findOrdersOf(
  db: Database,
  table: 'fulfillments' | 'invoices',
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select distinct order_id from ${sql.table(table)} where id = any(${ids}::bigint[]) and order_id is not null`.execute(
    db,
  );
  return rows.map(({ order_id }) => order_id);
}

/** Updates the orders with these ids; rows that are right already are not written. */
export async function updateProgress(transaction: Database, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await sql`${setProgress(sql`order_id = any(${orderIds}::bigint[])`, sql`o.id = any(${orderIds}::bigint[])`)}`.execute(
    transaction,
  );
}

/**
 * Fills in orders that this transaction wrote, whose fulfillments or invoices may have arrived before them. No other
 * rows, because a transaction that has changed orders holds the version row (migration 0002), for which others wait.
 */
export async function fillProgressOfWritten(transaction: Database, orderIds: readonly string[]): Promise<void> {
  const isWrittenHere = sql`o.id = any(${orderIds}::bigint[]) and o.xmin = pg_current_xact_id()::xid`;
  await sql`${setProgress(sql`order_id = any(${orderIds}::bigint[])`, isWrittenHere)}`.execute(transaction);
}

/** Number of orders whose columns differ from their fulfillments and invoices. */
export async function countWrongProgress(db: Database): Promise<number> {
  const { rows } = await sql<{ wrong: string }>`
    select count(*) as wrong from (${progressOf(sql`true`, sql`true`)}) as right_one join sales_orders o using (id)
    where ${isDifferent}`.execute(db);
  return Number(rows[0]?.wrong);
}

/** Corrects all orders. Writers of mirrors wait until it ends, readers do not. */
export async function rebuildProgress(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockProgress(transaction, 'source');
    await sql`${setProgress(sql`true`, sql`true`)}`.execute(transaction);
  });
}

const isDifferent = sql`row (${columnsOf('o.')}) is distinct from row (${columnsOf('right_one.')})`;

function setProgress(ofOrders: RawBuilder<unknown>, orders: RawBuilder<unknown>) {
  return sql`
    update sales_orders o set (${columnsOf('')}) = row (${columnsOf('right_one.')})
    from (${progressOf(ofOrders, orders)} order by o.id) as right_one
    where o.id = right_one.id and ${isDifferent}`;
}

/** What the columns should be. `ofOrders` limits fulfillments and invoices, `orders` the orders `o`. */
function progressOf(ofOrders: RawBuilder<unknown>, orders: RawBuilder<unknown>) {
  return sql`
    select o.id, f.last_shipped, f.tracking, i.invoice_numbers, coalesce(i.invoices, 0) as invoices, i.open_amount, i.due_date
    from sales_orders o
    left join (
      select order_id, max(ship_date) filter (where status_id = 'C') as last_shipped,
        string_agg(distinct package ->> 'trackingNumber', ', ') as tracking
      from fulfillments left join jsonb_array_elements(packages) as each_package (package) on true
      where ${ofOrders} group by order_id
    ) f on f.order_id = o.id
    left join (
      select order_id, string_agg(distinct tran_id, ', ') as invoice_numbers, count(*)::integer as invoices,
        case when bool_and(open_amount is not null) then sum(open_amount) end as open_amount,
        min(due_date) filter (where open_amount > 0 or open_amount is null) as due_date
      from invoices where ${ofOrders} group by order_id
    ) i on i.order_id = o.id
    where ${orders}`;
}
