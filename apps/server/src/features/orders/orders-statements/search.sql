-- total: ["%O10248%","%SO10248%","%SO10248%","%SO10248%"]
select coalesce(sum(orders), 0) + (
  select count(*) from sales_orders where numbers_text like (select lower($1 collate "und-x-icu")) and numbers_text like (select lower($2 collate "und-x-icu")) collate "default" and not names_text like (select lower($3 collate "und-x-icu")))
from order_parties where names_text like (select lower($4 collate "und-x-icu"));

-- page of few: [10,"%SO10248%","%O10248%","%SO10248%","%SO10248%","%SO10248%","%O10248%","%SO10248%","%SO10248%","%SO10248%","%SO10248%","%SO10248%","%SO10248%","%SO10248%"]
with choice as materialized (select (select hits * hits <= rows * $1
  from (select (select coalesce(sum(orders), 0) from order_parties where names_text like (select lower($2 collate "und-x-icu")))::numeric as hits, (select coalesce(sum(orders), 0) from order_counts_by_status)::numeric as rows offset 0) as counts) as is_worthwhile),
hits as materialized (
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and numbers_text like (select lower($3 collate "und-x-icu")) and numbers_text like (select lower($4 collate "und-x-icu")) collate "default"
  union all
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and customer_id in (select customer_id from order_parties named
    where names_text like (select lower($5 collate "und-x-icu")) and customer_id is not null and orders > 0 and not exists (
      select from order_parties other where other.customer_id = named.customer_id and other.orders > 0
        and not other.names_text like (select lower($6 collate "und-x-icu")))) and id not in (select id from sales_orders where numbers_text like (select lower($7 collate "und-x-icu")) and numbers_text like (select lower($8 collate "und-x-icu")) collate "default")
  union all
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and customer_id in (select customer_id from order_parties named
    where names_text like (select lower($9 collate "und-x-icu")) and customer_id is not null and orders > 0 and exists (
      select from order_parties other where other.customer_id = named.customer_id and other.orders > 0
        and not other.names_text like (select lower($10 collate "und-x-icu")))) and names_text like (select lower($11 collate "und-x-icu")) and not numbers_text like (select lower($12 collate "und-x-icu")) collate "default"
  union all
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and customer_id is null and names_text like (select lower($13 collate "und-x-icu")) and not numbers_text like (select lower($14 collate "und-x-icu")) collate "default"
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

-- page of many: ["%SO10248%","%SO10248%",20000,10,0,1000000]
with page as materialized (
  select hit_id, sort_key
  from (
    select id as hit_id, created_date as sort_key, case when (numbers_text like (select lower($1 collate "und-x-icu")) collate "default" or names_text like (select lower($2 collate "und-x-icu"))) then true else false end as is_hit
    from sales_orders
    where true
    order by sort_key desc nulls last, hit_id DESC
    limit (select $3::bigint)
  ) as scanned
  where is_hit
  order by sort_key desc nulls last, hit_id DESC
  limit $4 offset $5
)
select list_total, version, id, tran_id, memo, other_ref_num, tran_date, created_date, last_modified_date, sales_effective_date, customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name, currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping, ordered, shipped, backordered, expected_date, last_shipped, tracking, billing, due_date, open_amount
from (select version, ($6)::bigint as list_total from (select (select version from mirror_versions where mirror = 'orders')::text as version) as mirror) as counted
left join (page join sales_orders on id = hit_id) on true
order by sort_key desc nulls last, hit_id DESC;
