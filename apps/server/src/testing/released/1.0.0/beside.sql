-- What release 1.0.0 runs when someone opens an order. During an upgrade it does so on the schema of the next release.
select (select lines from order_lines
  where order_id = id and order_last_modified_date is not distinct from last_modified_date) as kept_lines
from sales_orders where id = 71;

insert into order_lines (order_id, order_last_modified_date, lines, read_at)
select id, last_modified_date, '[]', now() from sales_orders where id = 72 for key share
on conflict (order_id) do update
set order_last_modified_date = excluded.order_last_modified_date, lines = excluded.lines, read_at = excluded.read_at;
