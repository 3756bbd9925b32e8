-- total: ["user","2026-01-01T00:00:00Z","%100\\%%","%100\\%%","\t\n\u000b\f\r !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ‐‑‒–—―‘’“”","%100%"]
select (select count(*) from sales_orders where id in (select order_id from order_assignments where user_id = $1 and (expires_at is null or expires_at > $2)) and (names_text like (select lower($3 collate "und-x-icu")) or lower(ship_address collate "und-x-icu") like (select lower($4 collate "und-x-icu")) or lower(translate(replace(tracking, ', ', e''), $5, '') collate "und-x-icu") like (select lower($6 collate "und-x-icu"))));

-- page of few: ["user","2026-01-01T00:00:00Z","%100\\%%","%100\\%%","\t\n\u000b\f\r !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ‐‑‒–—―‘’“”","%100%"]
with choice as materialized (select (true) as is_worthwhile),
hits as materialized (
  select id as hit_id, created_date as sort_key
  from sales_orders
  where (select is_worthwhile from choice) and id in (select order_id from order_assignments where user_id = $1 and (expires_at is null or expires_at > $2)) and (names_text like (select lower($3 collate "und-x-icu")) or lower(ship_address collate "und-x-icu") like (select lower($4 collate "und-x-icu")) or lower(translate(replace(tracking, ', ', e''), $5, '') collate "und-x-icu") like (select lower($6 collate "und-x-icu")))
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
select list_total, id, tran_date, created_date, last_modified_date, sales_effective_date, customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name, currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping, ordered, shipped, backordered, expected_date, last_shipped, tracking
from counted left join (page join sales_orders on id = hit_id) on list_total is not null
order by sort_key desc nulls last, hit_id DESC;

-- page of many: ["%100\\%%","%100\\%%","\t\n\u000b\f\r !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ‐‑‒–—―‘’“”","%100%","user","2026-01-01T00:00:00Z",20000,10,0,1000000]
with page as materialized (
  select hit_id, sort_key
  from (
    select id as hit_id, created_date as sort_key, case when (names_text like (select lower($1 collate "und-x-icu")) or lower(ship_address collate "und-x-icu") like (select lower($2 collate "und-x-icu")) or lower(translate(replace(tracking, ', ', e''), $3, '') collate "und-x-icu") like (select lower($4 collate "und-x-icu"))) then true else false end as is_hit
    from sales_orders
    where id in (select order_id from order_assignments where user_id = $5 and (expires_at is null or expires_at > $6))
    order by sort_key desc nulls last, hit_id DESC
    limit (select $7::bigint)
  ) as scanned
  where is_hit
  order by sort_key desc nulls last, hit_id DESC
  limit $8 offset $9
)
select list_total, version, id, tran_date, created_date, last_modified_date, sales_effective_date, customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name, currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping, ordered, shipped, backordered, expected_date, last_shipped, tracking
from (select version, ($10)::bigint as list_total from (select (null)::text as version) as mirror) as counted
left join (page join sales_orders on id = hit_id) on true
order by sort_key desc nulls last, hit_id DESC;
