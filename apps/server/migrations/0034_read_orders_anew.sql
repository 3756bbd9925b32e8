-- The expected ship date and the quantities of orders are new: forgetting the columns of the account makes the next sync
-- read all orders again.
delete from netsuite_columns where kind = 'orders';
