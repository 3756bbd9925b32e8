-- Lists sort and filter orders by their progress.

-- Sorted and filtered by range. The other columns of an order's progress cannot be sorted by, which keeps writes cheap.
create index sales_orders_expected_date on sales_orders (expected_date nulls first, id);
create index sales_orders_last_shipped on sales_orders (last_shipped nulls first, id);
create index sales_orders_due_date on sales_orders (due_date nulls first, id);
create index sales_orders_open_amount on sales_orders (open_amount nulls first, id);

-- ---------------------------------------------------------------- counts

-- Exact totals of lists filtered by shipping or billing.
alter table order_counts_by_day
  add column shipping text not null default '',
  add column billing text not null default '',
  drop constraint order_counts_by_day_pkey;
delete from order_counts_by_day;
insert into order_counts_by_day (created_day, status_name, shipping, billing, orders)
select coalesce(created_day, '-infinity'), coalesce(status_name, ''), shipping, billing, count(*)
from sales_orders group by 1, 2, 3, 4;
alter table order_counts_by_day
  alter column shipping drop default,
  alter column billing drop default,
  add primary key (created_day, status_name, shipping, billing);

alter type order_change add attribute shipping text, add attribute billing text;

create or replace function add_to_order_counts(changes order_change[]) returns void language plpgsql as $$
begin
  update mirror_versions set version = gen_random_uuid() where mirror = 'orders';

  insert into order_counts_by_status as counts
  select coalesce(status_name, ''), sum(orders) from unnest(changes) group by 1 having sum(orders) <> 0
  on conflict (status_name) do update set orders = counts.orders + excluded.orders;

  insert into order_counts_by_customer as counts
  select coalesce(customer_id, 0), sum(orders) from unnest(changes) group by 1 having sum(orders) <> 0
  on conflict (customer_id) do update set orders = counts.orders + excluded.orders;

  insert into order_counts_by_day as counts (created_day, status_name, shipping, billing, orders)
  select coalesce(created_day, '-infinity'), coalesce(status_name, ''), shipping, billing, sum(orders)
  from unnest(changes) group by 1, 2, 3, 4 having sum(orders) <> 0
  on conflict (created_day, status_name, shipping, billing) do update set orders = counts.orders + excluded.orders;

  insert into order_parties as counts
  select md5(coalesce(customer_id::text, '') || E'\x1f' || names_text)::uuid, customer_id, names_text, sum(orders)
  from unnest(changes) group by customer_id, names_text having sum(orders) <> 0
  on conflict (party) do update set orders = counts.orders + excluded.orders;
end $$;

create or replace function count_changed_orders() returns trigger language plpgsql as $$
declare
  changes order_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(customer_id, names_text, created_day, status_name, orders, shipping, billing)::order_change)
    into changes
    from (
      select customer_id, names_text, created_day, status_name, shipping, billing, count(*) as orders
      from added group by 1, 2, 3, 4, 5, 6
    ) as change;
  elsif tg_op = 'DELETE' then
    select array_agg(row(customer_id, names_text, created_day, status_name, orders, shipping, billing)::order_change)
    into changes
    from (
      select customer_id, names_text, created_day, status_name, shipping, billing, -count(*) as orders
      from removed group by 1, 2, 3, 4, 5, 6
    ) as change;
  elsif tg_op = 'UPDATE' then
    select array_agg(row(customer_id, names_text, created_day, status_name, orders, shipping, billing)::order_change)
    into changes
    from (
      select customer_id, names_text, created_day, status_name, shipping, billing, sum(orders) as orders
      from (
        select customer_id, names_text, created_day, status_name, shipping, billing, 1 as orders from added
        union all
        select customer_id, names_text, created_day, status_name, shipping, billing, -1 from removed
      ) as both_sides
      group by 1, 2, 3, 4, 5, 6
    ) as change;
  else
    -- Not truncated as well: that would wait for readers who may be waiting for the orders.
    delete from order_counts_by_status;
    delete from order_counts_by_customer;
    delete from order_counts_by_day;
    delete from order_parties;
    changes := '{}';
  end if;
  -- Null: the statement changed no row.
  if changes is not null then
    perform add_to_order_counts(changes);
  end if;
  return null;
end $$;
