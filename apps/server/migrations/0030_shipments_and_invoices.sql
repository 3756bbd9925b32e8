-- Fulfillments with their packages, and invoices, mirrored from NetSuite like orders. They belong to an order by
-- order_id, which is no foreign key: each kind is read by its own dates, so either side may arrive first.
create table fulfillments (
  id bigint primary key,
  order_id bigint,
  customer_id bigint,
  tran_id text,
  status_id text,                     -- A picked, B packed, C shipped
  ship_date date,
  method_id text, method_name text,
  carrier text,
  created_date timestamptz,
  last_modified_date timestamptz,
  lines jsonb not null default '[]',  -- [{ line, item: { id, refName }, quantity }]; line is the order's line
  packages jsonb not null default '[]' -- [{ trackingNumber, weight, description }]
);
create index fulfillments_order on fulfillments (order_id);
create index fulfillments_customer on fulfillments (customer_id);

create table invoices (
  id bigint primary key,
  order_id bigint,
  customer_id bigint,
  tran_id text,
  status_id text,                     -- A open, B paid in full
  tran_date date,
  due_date date,
  currency_id text, currency_name text,
  total numeric,
  open_amount numeric,
  created_date timestamptz,
  last_modified_date timestamptz
);
create index invoices_order on invoices (order_id);
create index invoices_customer on invoices (customer_id);

-- What lists show, sort and filter. The first four come from the order and its lines, the others from its fulfillments
-- and invoices, in the transaction that changes those.
alter table sales_orders
  add expected_date date,
  add ordered numeric,                -- units; of closed lines only what was shipped
  add shipped numeric,
  add backordered numeric,
  add last_shipped date,
  add tracking text,                  -- tracking numbers, separated by ', '
  add invoice_numbers text,           -- likewise
  add invoices integer not null default 0,
  add open_amount numeric,            -- unpaid part of the invoices; null without invoices
  add due_date date;                  -- earliest due date of an unpaid invoice
alter table sales_orders
  -- A billed order has nothing left to ship, also where lines such as services are never shipped.
  add shipping text generated always as (
    case
      when status_name = 'Cancelled' then 'cancelled'
      when status_name = 'Closed' then 'closed'
      when status_name = 'Pending Approval' then 'awaiting-approval'
      when status_name = 'Billed' or (shipped > 0 and shipped >= ordered) then 'shipped'
      when shipped > 0 then 'partly-shipped'
      else 'not-shipped'
    end
  ) stored,
  add billing text generated always as (
    case
      when invoices > 0 and open_amount = 0 and status_name in ('Billed', 'Closed') then 'paid'
      when status_name = 'Billed' then 'billed'
      when invoices > 0 then 'partly-billed'
      else 'not-billed'
    end
  ) stored;

alter table netsuite_columns drop constraint netsuite_columns_kind_check,
  add constraint netsuite_columns_kind_check check (kind in ('orders', 'customers', 'fulfillments', 'invoices'));
alter table sync_held_deletions drop constraint sync_held_deletions_kind_check,
  add constraint sync_held_deletions_kind_check check (kind in ('orders', 'customers', 'fulfillments', 'invoices'));
alter table sync_runs drop constraint sync_runs_kind_check,
  add constraint sync_runs_kind_check check (kind in ('orders', 'customers', 'fulfillments', 'invoices'));
alter table sync_requests drop constraint sync_requests_kind_check,
  add constraint sync_requests_kind_check check (kind in ('orders', 'customers', 'fulfillments', 'invoices'));
alter table netsuite_changes drop constraint netsuite_changes_kind_check,
  add constraint netsuite_changes_kind_check check (kind in ('orders', 'customers', 'fulfillments', 'invoices'));
