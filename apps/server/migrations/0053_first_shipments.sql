-- Orders are found by the day of any of their shipments: by the first and the last one here, and only if the searched days
-- lie between those, by the fulfillments. Like the last one, the first one is written with the fulfillments.
alter table sales_orders add first_shipped date;
-- Triggers would count the same orders again.
alter table sales_orders disable trigger user;
update sales_orders o set first_shipped = f.first_shipped
from (
  select order_id, min(ship_date) as first_shipped from fulfillments where status_id = 'C' group by order_id
) f where f.order_id = o.id;
alter table sales_orders enable trigger user;
-- The last one has an index of its own (migration 0042).
create index sales_orders_first_shipped on sales_orders (first_shipped, id) include (created_date, last_shipped)
  where first_shipped < last_shipped;
create index sales_orders_shipped_between on sales_orders using gist (daterange(first_shipped, last_shipped, '[]'))
  where first_shipped < last_shipped;
