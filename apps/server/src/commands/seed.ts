import { demoPassword, demoUsers, insertDemoUsers } from '../features/users/demo-users.ts';
import { migrate } from '../platform/migrate.ts';
import { raw, runSql, sql } from '../platform/sql.ts';
import { type Command, withDatabase } from './command.ts';

/** Not the id of any NetSuite account: the portal refuses to sync a real account into a seeded database. */
const demoAccount = 'DEMO';

const demoCustomers = sql`
  insert into customers (id, entity_id, company_name, email, date_created, last_modified_date)
  select id, 'C' || id, 'Demo Company ' || id, 'orders@company-' || id || '.test',
    now() - interval '400 days', now() - id * interval '1 day'
  from generate_series(1, 10) id`;

/** Fifty orders of each customer over the last 250 days, with a subtotal of 100 to 1000 and two lines. */
const demoOrders = sql`
  insert into sales_orders (id, customer_id, customer_name, tran_id, memo, other_ref_num, email, tran_date, created_date,
    last_modified_date, status_id, status_name, currency_id, currency_name, subtotal, tax, total, ordered, shipped)
  select n, customers.id, customers.name, 'SO' || 10000 + n, 'BOL' || n, 'PO-' || n, customers.email,
    current_date - n / 2, now() - n * interval '12 hours', now() - n * interval '12 hours',
    case n % 3 when 0 then 'B' else 'G' end, case n % 3 when 0 then 'Pending Fulfillment' else 'Billed' end,
    '1', 'CAD', 100 + n % 10 * 100, 13 + n % 10 * 13, 113 + n % 10 * 113, 3, case n % 3 when 0 then 0 else 3 end
  from generate_series(1, 500) n join customers on customers.id = 1 + n % 10`;

const demoLines = sql`
  insert into order_lines (order_id, lines)
  select id, jsonb_build_array(
    jsonb_build_object('line', 1, 'item', jsonb_build_object('id', '1', 'refName', 'Demo chair'), 'quantity', 2,
      'rate', (subtotal / 4)::text, 'amount', (subtotal / 2)::text),
    jsonb_build_object('line', 2, 'item', jsonb_build_object('id', '2', 'refName', 'Demo table'), 'quantity', 1,
      'rate', (subtotal / 2)::text, 'amount', (subtotal / 2)::text))
  from sales_orders`;

async function seed(): Promise<number> {
  await withDatabase(async ({ db }) => {
    await migrate(db);
    await db.transaction().execute(async (transaction) => {
      for (const table of ['users', 'customers', 'sales_orders', 'sync_runs', 'netsuite_account']) {
        const rows = await runSql(transaction, sql`select from ${raw(table)} limit 1`);
        if (rows.length > 0) throw new Error(`The database is not empty: the table ${table} has rows.`);
      }
      await transaction.insertInto('netsuite_account').values({ account_id: demoAccount }).execute();
      for (const statement of [demoCustomers, demoOrders, demoLines]) await runSql(transaction, statement);
      await insertDemoUsers(transaction, '1');
    });
  });
  console.log(
    `10 customers, 500 orders and ${demoUsers.length} users are created. Password of all users: ${demoPassword}`,
  );
  for (const { email, about } of demoUsers) console.log(`  ${email}  ${about}`);
  return 0;
}

/** Creates demo data. */
export const seedCommands: Record<string, Command> = {
  seed: { summary: 'Create demo users, customers and orders; refuses a database that is not empty', run: seed },
};
