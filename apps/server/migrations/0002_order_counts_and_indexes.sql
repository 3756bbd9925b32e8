-- Keeps lists fast at any size, with exact totals and without reading rows that are not shown.

-- ---------------------------------------------------------------- search

-- Searched values are stored in lower case by ICU's rules, like the search term, because an index supports only
-- comparisons in its own collation. Numbers are distinct per order and use trigrams. Names and email addresses repeat:
-- they are searched once per distinct pair, in order_parties, instead of once per order.
alter table sales_orders
  drop column search_text,
  add column numbers_text text collate "und-x-icu" generated always as (
    lower((coalesce(tran_id, '') || E'\x1f' || coalesce(memo, '') || E'\x1f' || coalesce(other_ref_num, ''))
      collate "und-x-icu")
  ) stored,
  add column names_text text collate "und-x-icu" generated always as (
    lower((coalesce(customer_name, '') || E'\x1f' || coalesce(email, '')) collate "und-x-icu")
  ) stored;

-- New entries wait in the GIN pending list until it is merged. Searches scan that list, so it is kept short.
create index sales_orders_numbers on sales_orders using gin (numbers_text gin_trgm_ops)
  with (gin_pending_list_limit = 1024);
create index customers_search on customers using gin (search_text collate "und-x-icu" gin_trgm_ops);

-- ---------------------------------------------------------------- sorting

-- One index per sortable column, ending with the id. Missing values sort as the smallest, so that the same index serves
-- both directions.
create index sales_orders_tran_id on sales_orders (tran_id nulls first, id);
create index sales_orders_memo on sales_orders (left(memo, 300) nulls first, id); -- a whole memo may not fit in an index
create index sales_orders_other_ref_num on sales_orders (other_ref_num nulls first, id);
create index sales_orders_tran_date on sales_orders (tran_date nulls first, id);
create index sales_orders_created_date on sales_orders (created_date nulls first, id);
create index sales_orders_last_modified_date on sales_orders (last_modified_date nulls first, id);
create index sales_orders_sales_effective_date on sales_orders (sales_effective_date nulls first, id);
create index sales_orders_customer_name on sales_orders (customer_name nulls first, id);
create index sales_orders_email on sales_orders (email nulls first, id);
create index sales_orders_status_name on sales_orders (status_name nulls first, id);
create index sales_orders_terms_name on sales_orders (terms_name nulls first, id);
create index sales_orders_location_name on sales_orders (location_name nulls first, id);
create index sales_orders_currency_name on sales_orders (currency_name nulls first, id);
create index sales_orders_project_name on sales_orders (project_name nulls first, id);
create index sales_orders_subtotal on sales_orders (subtotal nulls first, id);
create index sales_orders_total on sales_orders (total nulls first, id);
create index sales_orders_tax on sales_orders (tax nulls first, id);
-- One customer's orders, newest first.
create index sales_orders_customer on sales_orders (customer_id, created_date nulls first, id);
create index customers_company_name on customers (company_name nulls first, id);

-- Index-only scans need a recent vacuum, and good plans need recent statistics: soon after a sync.
alter table sales_orders set (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);

-- ---------------------------------------------------------------- counts

-- Maintained by the triggers below, in the transaction that changes the orders. A count may be zero.
create table order_counts_by_status (
  status_name text primary key,       -- '' stands for orders without a status
  orders bigint not null
);
create table order_counts_by_customer (
  customer_id bigint primary key,     -- 0 stands for orders without a customer
  orders bigint not null
);
create table order_counts_by_day (
  created_day date not null,          -- -infinity stands for orders without a creation date
  status_name text not null,
  orders bigint not null,
  primary key (created_day, status_name)
);
create table order_parties (
  party uuid primary key,             -- derived from the next two columns
  customer_id bigint,
  names_text text collate "und-x-icu" not null,
  orders bigint not null
);
create index order_parties_customer on order_parties (customer_id);
create index order_parties_names on order_parties using gin (names_text gin_trgm_ops);

-- Changes with every write: a total computed for one value stays valid as long as the value is unchanged.
create table mirror_versions (mirror text primary key, version uuid not null);
insert into mirror_versions (mirror, version) values ('orders', gen_random_uuid());

create type order_change as (customer_id bigint, names_text text, created_day date, status_name text, orders bigint);

-- The version row is written first, so that writers queue for it and cannot deadlock on counts. A transaction should
-- change orders in one statement: a second one could wait for rows of a transaction that waits for it.
create function add_to_order_counts(changes order_change[]) returns void language plpgsql as $$
begin
  update mirror_versions set version = gen_random_uuid() where mirror = 'orders';

  insert into order_counts_by_status as counts
  select coalesce(status_name, ''), sum(orders) from unnest(changes) group by 1 having sum(orders) <> 0
  on conflict (status_name) do update set orders = counts.orders + excluded.orders;

  insert into order_counts_by_customer as counts
  select coalesce(customer_id, 0), sum(orders) from unnest(changes) group by 1 having sum(orders) <> 0
  on conflict (customer_id) do update set orders = counts.orders + excluded.orders;

  insert into order_counts_by_day as counts
  select coalesce(created_day, '-infinity'), coalesce(status_name, ''), sum(orders) from unnest(changes)
  group by 1, 2 having sum(orders) <> 0
  on conflict (created_day, status_name) do update set orders = counts.orders + excluded.orders;

  insert into order_parties as counts
  select md5(coalesce(customer_id::text, '') || E'\x1f' || names_text)::uuid, customer_id, names_text, sum(orders)
  from unnest(changes) group by customer_id, names_text having sum(orders) <> 0
  on conflict (party) do update set orders = counts.orders + excluded.orders;
end $$;

create function count_changed_orders() returns trigger language plpgsql as $$
declare
  changes order_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(customer_id, names_text, created_day, status_name, orders)::order_change) into changes
    from (
      select customer_id, names_text, created_day, status_name, count(*) as orders
      from added group by 1, 2, 3, 4
    ) as change;
  elsif tg_op = 'DELETE' then
    select array_agg(row(customer_id, names_text, created_day, status_name, orders)::order_change) into changes
    from (
      select customer_id, names_text, created_day, status_name, -count(*) as orders
      from removed group by 1, 2, 3, 4
    ) as change;
  elsif tg_op = 'UPDATE' then
    select array_agg(row(customer_id, names_text, created_day, status_name, orders)::order_change) into changes
    from (
      select customer_id, names_text, created_day, status_name, sum(orders) as orders
      from (
        select customer_id, names_text, created_day, status_name, 1 as orders from added
        union all
        select customer_id, names_text, created_day, status_name, -1 from removed
      ) as both_sides
      group by 1, 2, 3, 4
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

create trigger count_inserted_orders after insert on sales_orders
  referencing new table as added for each statement execute function count_changed_orders();
create trigger count_updated_orders after update on sales_orders
  referencing old table as removed new table as added for each statement execute function count_changed_orders();
create trigger count_deleted_orders after delete on sales_orders
  referencing old table as removed for each statement execute function count_changed_orders();
create trigger count_truncated_orders after truncate on sales_orders
  for each statement execute function count_changed_orders();
