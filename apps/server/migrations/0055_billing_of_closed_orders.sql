-- Nothing more is billed of a closed order: its invoices are all that there will be.
alter table sales_orders alter column billing set expression as (
  case
    when invoices > 0 and open_amount = 0 and status_name in ('Billed', 'Closed') then 'paid'
    when status_name = 'Billed' or (status_name = 'Closed' and invoices > 0) then 'billed'
    when invoices > 0 then 'partly-billed'
    else 'not-billed'
  end
);
-- A change of an expression fires no trigger.
insert into order_counts_by_day as counts (created_day, status_name, shipping, billing, orders)
select created_day, status_name, shipping, 'billed', orders from order_counts_by_day
where status_name = 'Closed' and billing = 'partly-billed'
on conflict (created_day, status_name, shipping, billing) do update set orders = counts.orders + excluded.orders;
delete from order_counts_by_day where status_name = 'Closed' and billing = 'partly-billed';
