import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/*
 * The columns of sales_orders that lists show of an order's fulfillments and invoices. Whoever writes fulfillments or
 * invoices updates them in the same transaction, and whoever writes orders fills those of its own.
 */

/** The columns, with the alias of a table. */
const columnsOf = (alias: string) =>
  sql.join(
    ['first_shipped', 'last_shipped', 'tracking', 'invoice_numbers', 'invoices', 'open_amount', 'due_date'].map(
      (column) => sql.ref(`${alias}${column}`),
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

/** The orders of mirrored fulfillments or invoices; none for other records. */
export async function findOrdersOf(
  db: Database,
  { table, progress }: { table: string; progress?: 'source' | 'target' },
  ids: readonly string[],
): Promise<string[]> {
  if (progress !== 'source') return [];
  const { rows } = await sql<{ order_id: string }>`
    select distinct order_id from ${sql.table(table)} where id = any(${ids}::bigint[]) and order_id is not null`.execute(
    db,
  );
  return rows.map(({ order_id }) => order_id);
}

/** Updates the orders with these ids; rows that are right already are not written. */
export async function updateProgress(transaction: Database, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await setProgress(orderIds).execute(transaction);
}

/**
 * Fills in orders that this transaction wrote, whose fulfillments or invoices may have arrived before them. No other
 * rows, because a transaction that has changed orders holds the version row (migration 0002), for which others wait.
 */
export async function fillProgressOfWritten(transaction: Database, orderIds: readonly string[]): Promise<void> {
  await setProgress(orderIds, sql`o.xmin = pg_current_xact_id()::xid`).execute(transaction);
}

/** Number of orders whose columns differ from their fulfillments and invoices. */
export async function countWrongProgress(db: Database): Promise<number> {
  const { rows } = await sql<{ wrong: string }>`
    select count(*) as wrong from (${progressOf(null)}) as right_one join sales_orders o using (id)
    where ${isDifferent}`.execute(db);
  return Number(rows[0]?.wrong);
}

/** Corrects all orders. Writers of mirrors wait until it ends, readers do not. */
export async function rebuildProgress(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockProgress(transaction, 'source');
    await setProgress(null).execute(transaction);
  });
}

const isDifferent = sql`row (${columnsOf('o.')}) is distinct from row (${columnsOf('right_one.')})`;

function setProgress(orderIds: readonly string[] | null, condition = sql`true`) {
  return sql`
    update sales_orders o set (${columnsOf('')}) = row (${columnsOf('right_one.')})
    from (${progressOf(orderIds)} and ${condition} order by o.id) as right_one
    where o.id = right_one.id and ${isDifferent}`;
}

/** What the columns of these orders `o` should be, or of all. A comma and a space separate tracking numbers, so none contains both. */
function progressOf(orderIds: readonly string[] | null) {
  const isOneOf = (id: string) => (orderIds === null ? sql`true` : sql`${sql.ref(id)} = any(${orderIds}::bigint[])`);
  return sql`
    select o.id, f.first_shipped, f.last_shipped, f.tracking, i.invoice_numbers, coalesce(i.invoices, 0) as invoices,
      i.open_amount, i.due_date
    from sales_orders o
    left join (
      select order_id, min(ship_date) filter (where status_id = 'C') as first_shipped,
        max(ship_date) filter (where status_id = 'C') as last_shipped,
        string_agg(distinct replace(package ->> 'trackingNumber', ', ', ','), ', ') as tracking
      from fulfillments left join jsonb_array_elements(packages) as each_package (package) on true
      where ${isOneOf('order_id')} group by order_id
    ) f on f.order_id = o.id
    left join (
      select order_id, string_agg(distinct tran_id, ', ') as invoice_numbers,
        count(*) filter (where status_id is distinct from 'V')::integer as invoices,
        case when bool_and(open_amount is not null) then sum(open_amount) end as open_amount,
        min(due_date) filter (where open_amount > 0 or open_amount is null) as due_date
      from invoices where ${isOneOf('order_id')} group by order_id
    ) i on i.order_id = o.id
    where ${isOneOf('o.id')}`;
}
