-- total: ["2024-12-31T00:00:00.000000Z","2024-12-31T12:00:00.000000Z",["Billed","Closed"],"2024-01-01","2024-12-31",["Billed","Closed"]]
select orders + (select count(*) from sales_orders where created_date >= $1 and created_date <= $2 and status_name = any($3)) as list_total from (select coalesce(sum(orders), 0) as orders, min(created_day) filter (where orders > 0) as first_day,
    max(created_day) filter (where orders > 0) as last_day
  from order_counts_by_day where created_day > '-infinity' and created_day >= $4 and created_day < $5 and status_name = any($6)) as matched;

-- page of few: [["Billed","Closed"],"2024-01-01T00:00:00.000000Z","2024-12-31T12:00:00.000000Z"]
with choice as materialized (select (true) as is_worthwhile),
hits as materialized (
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and status_name = any($1) and created_date >= $2 and created_date <= $3
  limit 5001
),
counted as materialized (
  select case when is_worthwhile and hits <= 5000 then hits end as list_total
  from choice, (select count(*) as hits from hits) as found
),
page as (
  select hit_id, sort_key from hits
  order by sort_key desc nulls last, hit_id DESC
  limit 10 offset 0
)
select list_total, id, tran_id, memo, other_ref_num, tran_date, created_date, last_modified_date, sales_effective_date, customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name, currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping, ordered, shipped, backordered, expected_date, last_shipped, tracking, billing, due_date, open_amount
from counted left join (page join sales_orders on id = hit_id) on list_total is not null
order by sort_key desc nulls last, hit_id DESC;

-- page of many: [["Billed","Closed"],"2024-01-01T00:00:00.000000Z","2024-12-31T12:00:00.000000Z",20000,10,0,1000000]
with page as materialized (
  select hit_id, sort_key
  from (
    select id as hit_id, created_date as sort_key, case when status_name = any($1) then true else false end as is_hit
    from sales_orders
    where created_date >= $2 and created_date <= $3
    order by sort_key desc nulls last, hit_id DESC
    limit (select $4::bigint)
  ) as scanned
  where is_hit
  order by sort_key desc nulls last, hit_id DESC
  limit $5 offset $6
)
select list_total, version, id, tran_id, memo, other_ref_num, tran_date, created_date, last_modified_date, sales_effective_date, customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name, currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping, ordered, shipped, backordered, expected_date, last_shipped, tracking, billing, due_date, open_amount
from (select version, ($7)::bigint as list_total from (select (select version from mirror_versions where mirror = 'orders')::text as version) as mirror) as counted
left join (page join sales_orders on id = hit_id) on true
order by sort_key desc nulls last, hit_id DESC;
