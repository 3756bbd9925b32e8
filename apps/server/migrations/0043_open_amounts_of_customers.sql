-- The overview sums what a customer has not paid yet.
create index sales_orders_owed on sales_orders (customer_id) include (open_amount, currency_name)
  where invoices > 0 and open_amount is distinct from 0;
