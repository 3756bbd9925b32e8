-- Lists find and sort their orders within an index, without reading the orders: by status in the order of creation, and by
-- due or shipping date in that order. Orders can be read while the new indexes are built.
create index new_created_date on sales_orders (created_date nulls first, id) include (status_name);
create index new_due_date on sales_orders (due_date nulls first, id) include (created_date);
create index new_last_shipped on sales_orders (last_shipped nulls first, id) include (created_date);
drop index sales_orders_created_date, sales_orders_due_date, sales_orders_last_shipped;
alter index new_created_date rename to sales_orders_created_date;
alter index new_due_date rename to sales_orders_due_date;
alter index new_last_shipped rename to sales_orders_last_shipped;
