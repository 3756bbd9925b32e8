-- total: ["2024-05-01","2024-05-31","2024-05-01","2024-05-31","2024-05-31","2024-05-01","2024-05-31","2024-05-01","2024-05-31","2024-05-01","2024-05-31"]
select (select count(*) from sales_orders where last_shipped >= $1 and last_shipped <= $2) + (select count(*) from sales_orders where first_shipped >= $3 and first_shipped <= $4 and first_shipped < last_shipped and last_shipped > $5) + (select count(*) from sales_orders where daterange(first_shipped, last_shipped, '[]') @> $6::date and daterange(first_shipped, last_shipped, '[]') @> $7::date and first_shipped < $8 and first_shipped < last_shipped and last_shipped > $9
    and exists (select from fulfillments where order_id = sales_orders.id and status_id = 'C'
      and ship_date >= $10 and ship_date <= $11));

-- page of few: ["2024-05-01","2024-05-31","2024-05-01","2024-05-31","2024-05-31","2024-05-01","2024-05-31","2024-05-01","2024-05-31","2024-05-01","2024-05-31"]
with choice as materialized (select (true) as is_worthwhile),
hits as materialized (
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and last_shipped >= $1 and last_shipped <= $2
  union all
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and first_shipped >= $3 and first_shipped <= $4 and first_shipped < last_shipped and last_shipped > $5
  union all
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and daterange(first_shipped, last_shipped, '[]') @> $6::date and daterange(first_shipped, last_shipped, '[]') @> $7::date and first_shipped < $8 and first_shipped < last_shipped and last_shipped > $9
    and exists (select from fulfillments where order_id = sales_orders.id and status_id = 'C'
      and ship_date >= $10 and ship_date <= $11)
  limit 50001
),
counted as materialized (
  select case when is_worthwhile and hits <= 50000 then hits end as list_total
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

-- page of many: ["2024-05-01","2024-05-31","2024-05-01","2024-05-31","2024-05-31","2024-05-01","2024-05-31","2024-05-01","2024-05-31","2024-05-01","2024-05-31",20000,10,0,1000000]
with page as materialized (
  select hit_id, sort_key
  from (
    select id as hit_id, created_date as sort_key, case when (last_shipped >= $1 and last_shipped <= $2 or first_shipped >= $3 and first_shipped <= $4 and first_shipped < last_shipped and last_shipped > $5 or daterange(first_shipped, last_shipped, '[]') @> $6::date and daterange(first_shipped, last_shipped, '[]') @> $7::date and first_shipped < $8 and first_shipped < last_shipped and last_shipped > $9
    and exists (select from fulfillments where order_id = sales_orders.id and status_id = 'C'
      and ship_date >= $10 and ship_date <= $11)) then true else false end as is_hit
    from sales_orders
    where true
    order by sort_key desc nulls last, hit_id DESC
    limit (select $12::bigint)
  ) as scanned
  where is_hit
  order by sort_key desc nulls last, hit_id DESC
  limit $13 offset $14
)
select list_total, version, id, tran_id, memo, other_ref_num, tran_date, created_date, last_modified_date, sales_effective_date, customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name, currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping, ordered, shipped, backordered, expected_date, last_shipped, tracking, billing, due_date, open_amount
from (select version, ($15)::bigint as list_total from (select (select version from mirror_versions where mirror = 'orders')::text as version) as mirror) as counted
left join (page join sales_orders on id = hit_id) on true
order by sort_key desc nulls last, hit_id DESC;
