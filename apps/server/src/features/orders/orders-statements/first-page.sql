-- page and total: []
select (select list_total from (select coalesce(sum(orders), 0) as list_total from order_counts_by_status) as known)::bigint as list_total, (select version from mirror_versions where mirror = 'orders')::text as version, id, tran_id, memo, other_ref_num, tran_date, created_date, last_modified_date, sales_effective_date, customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name, currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping, ordered, shipped, backordered, expected_date, last_shipped, tracking, billing, due_date, open_amount
from sales_orders
where true
order by created_date desc nulls last, id DESC
limit 10 offset 0;
