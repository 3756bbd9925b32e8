import type { Database } from '../../platform/database.ts';
import { raw, runSql, sql } from '../../platform/sql.ts';

/** A table of counts maintained by triggers, and a query that computes the same counts. Its columns are the key by default. */
type CountTable = { name: string; key: readonly string[]; columns?: readonly string[]; counted: string };

const tables: readonly CountTable[] = [
  {
    name: 'order_counts_by_status',
    key: ['status_name'],
    counted: `select coalesce(status_name, '') collate "C" as status_name, count(*) as orders
      from sales_orders group by 1`,
  },
  {
    name: 'order_counts_by_customer',
    key: ['customer_id'],
    counted: 'select coalesce(customer_id, 0) as customer_id, count(*) as orders from sales_orders group by 1',
  },
  {
    name: 'order_counts_by_day',
    key: ['created_day', 'status_name', 'shipping', 'billing'],
    counted: `select coalesce(created_day, '-infinity') as created_day, coalesce(status_name, '') collate "C" as status_name,
        shipping, billing, count(*) as orders
      from sales_orders group by 1, 2, 3, 4`,
  },
  // Orders per customer and searchable names.
  {
    name: 'order_parties',
    key: ['party'],
    columns: ['party', 'customer_id', 'names_text'],
    counted: `select md5(coalesce(customer_id::text, '') || E'\\x1f' || names_text)::uuid as party, customer_id, names_text,
        count(*) as orders
      from sales_orders group by customer_id, names_text`,
  },
];

/** Number of wrong counts by table; tables without any are omitted. */
export type WrongCounts = Readonly<Record<string, number>>;

/** Compares all counts with the orders. Each table is read in one statement, so writers do not have to wait. */
export async function findWrongOrderCounts(db: Database): Promise<WrongCounts> {
  const wrong: Record<string, number> = {};
  for (const { name, key, counted } of tables) {
    const isSame = key.map((column) => `kept.${column} = counted.${column}`).join(' and ');
    const statement = sql`
      select count(*) as wrong
      from (select * from ${raw(name)} where orders <> 0) as kept
      full join (${raw(counted)}) as counted on ${raw(isSame)}
      where kept.orders is distinct from counted.orders`;
    const [row] = await runSql<{ wrong: string }>(db, statement);
    const found = Number(row?.wrong);
    if (found > 0) wrong[name] = found;
  }
  return wrong;
}

/**
 * Recomputes all counts in one transaction. Writers of orders wait until it ends, readers do not. Cached totals become
 * invalid.
 */
export async function rebuildOrderCounts(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Locks the row that every writer of orders needs first.
    await runSql(transaction, sql`update mirror_versions set version = gen_random_uuid() where mirror = 'orders'`);
    for (const { name, key, columns = key, counted } of tables) {
      const list = raw(columns.join(', '));
      await runSql(transaction, sql`delete from ${raw(name)}`);
      await runSql(
        transaction,
        sql`insert into ${raw(name)} (${list}, orders) select ${list}, orders from (${raw(counted)}) as counted`,
      );
    }
  });
}
