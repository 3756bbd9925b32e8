-- total: []
select coalesce(sum(orders), 0) as list_total from order_counts_by_status;

-- page of few: []
with choice as materialized (select (true) as is_worthwhile),
hits as materialized (
  select id as hit_id, left(memo, 300) as sort_key
  from sales_orders
  where (select is_worthwhile from choice)
  limit 5001
),
counted as materialized (
  select case when is_worthwhile and hits <= 5000 then hits end as list_total
  from choice, (select count(*) as hits from hits) as found
),
page as (
  select hit_id, sort_key from hits
  order by sort_key asc nulls first, hit_id ASC
  limit 10 offset 999990
)
select list_total, id, tran_id, memo, other_ref_num, tran_date, created_date, last_modified_date, sales_effective_date, customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name, currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping, ordered, shipped, backordered, expected_date, last_shipped, tracking, billing, due_date, open_amount
from counted left join (page join sales_orders on id = hit_id) on list_total is not null
order by sort_key asc nulls first, hit_id ASC;

-- page of many: [10,0,1000000]
with page as materialized (
  select id as hit_id, left(memo, 300) as sort_key
  from sales_orders
  where true
  order by sort_key desc nulls last, hit_id DESC
  limit $1 offset $2
)
select list_total, version, id, tran_id, memo, other_ref_num, tran_date, created_date, last_modified_date, sales_effective_date, customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name, currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping, ordered, shipped, backordered, expected_date, last_shipped, tracking, billing, due_date, open_amount
from (select version, ($3)::bigint as list_total from (select (select version from mirror_versions where mirror = 'orders')::text as version) as mirror) as counted
left join (page join sales_orders on id = hit_id) on true
order by sort_key asc nulls first, hit_id ASC;
