-- total: ["7","%vins%","%vins%","%vins%","%federal%","%SO1%","%SO1%","7","%vins%","%vins%","%federal%","%SO1%","%SO1%"]
select (select count(*) from sales_orders where customer_id = $1 and customer_id in (
    select customer_id from order_parties
    where names_text like (select lower($2 collate "und-x-icu")) and customer_id is not null and orders > 0) and names_text like (select lower($3 collate "und-x-icu")) and lower(customer_name collate "und-x-icu") like (select lower($4 collate "und-x-icu")) and location_name = any(array(
    with recursive distinct_values(value) as (
      (select location_name from sales_orders where location_name is not null order by location_name nulls first limit 1)
      union all
      select (select location_name from sales_orders where location_name > before.value order by location_name nulls first limit 1)
      from distinct_values as before where before.value is not null
    )
    select value from distinct_values where lower(value collate "und-x-icu") like (select lower($5 collate "und-x-icu")))) and numbers_text like (select lower($6 collate "und-x-icu")) and lower(tran_id collate "und-x-icu") like (select lower($7 collate "und-x-icu"))) + (select count(*) from sales_orders where customer_id = $8 and customer_id is null and names_text like (select lower($9 collate "und-x-icu")) and lower(customer_name collate "und-x-icu") like (select lower($10 collate "und-x-icu")) and location_name = any(array(
    with recursive distinct_values(value) as (
      (select location_name from sales_orders where location_name is not null order by location_name nulls first limit 1)
      union all
      select (select location_name from sales_orders where location_name > before.value order by location_name nulls first limit 1)
      from distinct_values as before where before.value is not null
    )
    select value from distinct_values where lower(value collate "und-x-icu") like (select lower($11 collate "und-x-icu")))) and numbers_text like (select lower($12 collate "und-x-icu")) and lower(tran_id collate "und-x-icu") like (select lower($13 collate "und-x-icu")));

-- page of few: ["7","%vins%","%vins%","%vins%","%federal%","%SO1%","%SO1%","7","%vins%","%vins%","%federal%","%SO1%","%SO1%"]
with choice as materialized (select (true) as is_worthwhile),
hits as materialized (
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and customer_id = $1 and customer_id in (
    select customer_id from order_parties
    where names_text like (select lower($2 collate "und-x-icu")) and customer_id is not null and orders > 0) and names_text like (select lower($3 collate "und-x-icu")) and lower(customer_name collate "und-x-icu") like (select lower($4 collate "und-x-icu")) and location_name = any(array(
    with recursive distinct_values(value) as (
      (select location_name from sales_orders where location_name is not null order by location_name nulls first limit 1)
      union all
      select (select location_name from sales_orders where location_name > before.value order by location_name nulls first limit 1)
      from distinct_values as before where before.value is not null
    )
    select value from distinct_values where lower(value collate "und-x-icu") like (select lower($5 collate "und-x-icu")))) and numbers_text like (select lower($6 collate "und-x-icu")) and lower(tran_id collate "und-x-icu") like (select lower($7 collate "und-x-icu"))
  union all
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and customer_id = $8 and customer_id is null and names_text like (select lower($9 collate "und-x-icu")) and lower(customer_name collate "und-x-icu") like (select lower($10 collate "und-x-icu")) and location_name = any(array(
    with recursive distinct_values(value) as (
      (select location_name from sales_orders where location_name is not null order by location_name nulls first limit 1)
      union all
      select (select location_name from sales_orders where location_name > before.value order by location_name nulls first limit 1)
      from distinct_values as before where before.value is not null
    )
    select value from distinct_values where lower(value collate "und-x-icu") like (select lower($11 collate "und-x-icu")))) and numbers_text like (select lower($12 collate "und-x-icu")) and lower(tran_id collate "und-x-icu") like (select lower($13 collate "und-x-icu"))
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

-- page of many: ["%vins%","%federal%","%SO1%","7",20000,10,0,1000000]
with page as materialized (
  select hit_id, sort_key
  from (
    select id as hit_id, created_date as sort_key, case when lower(customer_name collate "und-x-icu") like (select lower($1 collate "und-x-icu")) and lower(location_name collate "und-x-icu") like (select lower($2 collate "und-x-icu")) and lower(tran_id collate "und-x-icu") like (select lower($3 collate "und-x-icu")) then true else false end as is_hit
    from sales_orders
    where customer_id = $4
    order by sort_key desc nulls last, hit_id DESC
    limit (select $5::bigint)
  ) as scanned
  where is_hit
  order by sort_key desc nulls last, hit_id DESC
  limit $6 offset $7
)
select list_total, version, id, tran_id, memo, other_ref_num, tran_date, created_date, last_modified_date, sales_effective_date, customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name, currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping, ordered, shipped, backordered, expected_date, last_shipped, tracking, billing, due_date, open_amount
from (select version, ($8)::bigint as list_total from (select (select version from mirror_versions where mirror = 'orders')::text as version) as mirror) as counted
left join (page join sales_orders on id = hit_id) on true
order by sort_key desc nulls last, hit_id DESC;
