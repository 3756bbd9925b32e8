import type pg from 'pg';
import { runAsMaintenance } from '../../../platform/workload.ts';

const customersSql = `
insert into customers (id, entity_id, company_name, email, phone, category_id, category_name, date_created,
  last_modified_date, entity_status_id, entity_status_name, terms_id, terms_name, currency_id, currency_name,
  language_id, language_name, default_address, balance, deposit_balance, overdue_balance, unbilled_orders,
  price_level_id, price_level_name, subsidiary_id, subsidiary_name, sales_rep_id, sales_rep_name)
select n, 'C' || n, name, 'accounts@' || lower(replace(name, ' ', '-')) || '.example', '514-555-' || lpad((n % 10000)::text, 4, '0'),
  1 + n % 6, (array['Retail', 'Wholesale', 'Online', 'Export', 'Public', 'Other'])[1 + n % 6],
  '2015-01-01Z'::timestamptz + n * interval '3 hours', '2024-01-01Z'::timestamptz + n * interval '1 hour',
  13, 'CUSTOMER-Closed Won', 1 + n % 3, (array['Net 30', 'Net 60', 'Due on receipt'])[1 + n % 3],
  1 + n % 2, (array['CAD', 'USD'])[1 + n % 2], 'en_CA', 'English (Canada)',
  name || E'\\n' || n || E' Main Street\\nMontréal QC', n * 7 % 10000, 0, n % 100, n % 1000, 1, 'Base Price', 1, 'Canada',
  1 + n % 12, 'Representative ' || (1 + n % 12)
from (
  select n, (array['North', 'Cedar', 'Lake', 'Prairie', 'Maple', 'Pacific', 'Granite', 'Harbour', 'Red', 'Silver'])[1 + n % 10]
    || ' ' || (array['Bay', 'Ridge', 'Valley', 'Point', 'River', 'Hill', 'Falls', 'Creek', 'Island', 'Grove'])[1 + n / 10 % 10]
    || ' ' || (array['Supply', 'Foods', 'Logistics', 'Hardware', 'Textiles', 'Paper', 'Tools', 'Dairy', 'Glass', 'Motors'])[1 + n / 100 % 10]
    || ' ' || n as name
  from generate_series(1, $1::int) n
) named`;

// A few customers order often, most rarely; seven years of orders, with open statuses among the latest.
const ordersSql = `
insert into sales_orders (id, customer_id, customer_name, tran_id, memo, other_ref_num, email, tran_date, created_date,
  last_modified_date, sales_effective_date, status_id, status_name, terms_id, terms_name, location_id, location_name,
  currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax)
select n, c.id, c.company_name, 'SO' || (100000 + n), case when n % 3 > 0 then 'BOL-' || c.location || '-' || c.noise end,
  case when n % 4 > 0 then 'PO' || c.noise % 100000 || '-' || n % 1000 end, c.email, created::date, created,
  created + (c.noise % 90) * interval '1 day', created::date, left(status, 1), substr(status, 2), c.terms_id, c.terms_name,
  1 + c.place, c.location, c.currency_id, c.currency_name, case when n % 5 = 0 then (n % 200)::text end,
  case when n % 5 = 0 then 'Project ' || n % 200 end, c.default_address, c.default_address, amount, round(amount * 1.05, 2), round(amount * 0.05, 2)
from (
  select n, customer.*, noise, noise % 7 as place, status.status, round((noise % 500000) / 100.0, 2) as amount,
    (array['Montreal', 'Toronto', 'Vancouver', 'Calgary', 'Halifax', 'Winnipeg', 'Quebec'])[1 + noise % 7] as location,
    date_trunc('second', '2018-01-01Z'::timestamptz + (n + noise % 50) * (interval '7 years' / $4)) as created
  from generate_series($1::bigint, $2::bigint) n
  cross join lateral (select abs(hashint8extended(n, 7)) % 1000000000 as noise) as hashed
  join customers customer on customer.id = 1 + floor($3 * power((noise % 100003) / 100003.0, 2))
  cross join lateral (select case
      when n % 50 = 0 then 'CCancelled'
      when n % 37 = 0 then 'HClosed'
      when n < $4 * 0.97 then 'GBilled'
      else (array['APending Approval', 'BPending Fulfillment', 'DPartially Fulfilled', 'FPending Billing'])[1 + noise % 4]
    end as status) as staged
    cross join lateral (select staged.status) as status
) c`;

/**
 * Fills the empty mirror with generated customers and orders, deterministic across calls, and updates planner
 * statistics. Creates indexes at the end, which is several times faster; `complete` is called before that for each range
 * of ids. Has the time limits of maintenance, since a busy machine may need longer than a request's limit.
 */
export function seedOrders(
  pool: pg.Pool,
  orders: number,
  customers = 5000,
  complete?: (first: number, last: number) => Promise<void>,
): Promise<void> {
  return runAsMaintenance(() => fill(pool, orders, customers, complete));
}

async function fill(
  pool: pg.Pool,
  orders: number,
  customers: number,
  complete?: (first: number, last: number) => Promise<void>,
): Promise<void> {
  await pool.query(customersSql, [customers]);
  const indexes = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'sales_orders' and indexname <> 'sales_orders_pkey'`,
  );
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`);
  const step = 100_000;
  for (let first = 1; first <= orders; first += step) {
    const last = Math.min(orders, first + step - 1);
    await pool.query(ordersSql, [first, last, customers, orders]);
    await complete?.(first, last);
  }
  for (const { definition } of indexes.rows) await pool.query(definition);
  await pool.query('vacuum analyze');
}

/** Orders with addresses of this many characters that hardly compress, so that few orders make a large file. */
export function seedLongOrders(pool: pg.Pool, orders: number, length: number): Promise<void> {
  return seedOrders(pool, orders, 2, async () => {
    await pool.query(
      `update sales_orders set bill_address =
         (select string_agg(md5(n * sales_orders.id || ''), '') from generate_series(1, $1::int / 32) n)`,
      [length],
    );
  });
}
