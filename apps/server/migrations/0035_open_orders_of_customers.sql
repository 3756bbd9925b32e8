-- The overview counts a customer's open orders and lists the newest of them.
create index sales_orders_open_of_customer on sales_orders (customer_id, created_date, id) include (shipping, expected_date)
  where shipping in ('awaiting-approval', 'not-shipped', 'partly-shipped');
-- Orders with an unpaid invoice are few; the overview counts the overdue ones.
create index sales_orders_unpaid on sales_orders (customer_id, due_date) where due_date is not null;
