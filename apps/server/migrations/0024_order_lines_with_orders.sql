-- Lines are read and written together with their order, so they no longer have a version of their own. Where an order has
-- none yet, the columns of the account are forgotten: the next sync then reads all orders anew.
delete from order_lines using sales_orders
where id = order_id and order_last_modified_date is distinct from last_modified_date;

alter table order_lines drop column order_last_modified_date, drop column read_at;

delete from netsuite_columns where kind = 'orders' and exists (
  select from sales_orders where not exists (select from order_lines where order_id = id)
);
