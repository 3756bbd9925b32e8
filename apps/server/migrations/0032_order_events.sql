-- What happened to orders in NetSuite. Written by the statement that changes the mirror, so that an event exists if and
-- only if the change was committed. The writer sets portal.learned_at in its transaction; without it, as in the first
-- load of a kind of record, nothing is recorded.
create table order_events (
  id bigint generated always as identity primary key,
  order_id bigint not null,           -- no foreign key: a fulfillment may be read before its order
  kind text not null check (kind in ('created', 'status', 'cancelled', 'shipment', 'invoice', 'paid')),
  record_id bigint not null,          -- the order, its fulfillment or its invoice
  state text,                         -- the order's new status
  occurred_on date,                   -- NetSuite's date of the order, the shipment or the invoice
  changed_at timestamptz,             -- NetSuite's last modification of the record
  learned_at timestamptz not null     -- when the portal read it
);
-- An order is created, a fulfillment shipped, and an invoice issued and paid once. A status may return.
create unique index order_events_once on order_events (kind, record_id) where kind not in ('status', 'cancelled');
create unique index order_events_status_once on order_events (record_id, state, changed_at) nulls not distinct
  where kind in ('status', 'cancelled');
create index order_events_of_order on order_events (order_id, learned_at desc);

create function refuse_order_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'Order events are append-only: % is refused.', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger order_events_append_only before update or delete or truncate on order_events
  for each statement execute function refuse_order_event_change();
alter table order_events enable always trigger order_events_append_only;

-- Events whose followers have not been notified yet.
create table unnotified_events (event_id bigint primary key);

create function queue_order_events() returns trigger language plpgsql as $$
begin
  insert into unnotified_events select id from added;
  return null;
end $$;
create trigger queue_order_events after insert on order_events
  referencing new table as added for each statement execute function queue_order_events();

create function learned_at() returns timestamptz language sql stable as
  $$ select nullif(current_setting('portal.learned_at', true), '')::timestamptz $$;

create function record_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, record_id, occurred_on, changed_at, learned_at)
  select id, 'created', id, tran_date, last_modified_date, learned_at() from added order by id
  on conflict do nothing;
  return null;
end $$;
create trigger record_new_orders after insert on sales_orders referencing new table as added
  for each statement when (learned_at() is not null) execute function record_new_orders();

-- A version that is older than the mirrored one is not news.
create function record_order_changes() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, record_id, state, changed_at, learned_at)
  select id, case added.status_name when 'Cancelled' then 'cancelled' else 'status' end, id, added.status_name,
    added.last_modified_date, learned_at()
  from added join removed using (id)
  where added.status_name is distinct from removed.status_name
    and (added.last_modified_date < removed.last_modified_date) is not true
  order by id
  on conflict do nothing;
  return null;
end $$;
create trigger record_order_changes after update on sales_orders referencing old table as removed new table as added
  for each statement when (learned_at() is not null) execute function record_order_changes();

-- The unique index keeps the first shipment, also when a fulfillment is packed again or read again.
create function record_shipments() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, record_id, occurred_on, changed_at, learned_at)
  select order_id, 'shipment', id, ship_date, last_modified_date, learned_at()
  from added where order_id is not null and status_id = 'C' order by id
  on conflict do nothing;
  return null;
end $$;

create function record_changed_shipments() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, record_id, occurred_on, changed_at, learned_at)
  select added.order_id, 'shipment', id, added.ship_date, added.last_modified_date, learned_at()
  from added join removed using (id)
  where added.order_id is not null and added.status_id = 'C' and removed.status_id is distinct from 'C'
  order by id
  on conflict do nothing;
  return null;
end $$;
create trigger record_shipments after insert on fulfillments referencing new table as added
  for each statement when (learned_at() is not null) execute function record_shipments();
create trigger record_changed_shipments after update on fulfillments
  referencing old table as removed new table as added
  for each statement when (learned_at() is not null) execute function record_changed_shipments();

create function record_invoices() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, record_id, occurred_on, changed_at, learned_at)
  select order_id, 'invoice', id, tran_date, last_modified_date, learned_at()
  from added where order_id is not null order by id
  on conflict do nothing;
  insert into order_events (order_id, kind, record_id, changed_at, learned_at)
  select order_id, 'paid', id, last_modified_date, learned_at()
  from added where order_id is not null and status_id = 'B' and open_amount = 0 order by id
  on conflict do nothing;
  return null;
end $$;

create function record_payments() returns trigger language plpgsql as $$
begin
  insert into order_events (order_id, kind, record_id, changed_at, learned_at)
  select added.order_id, 'paid', id, added.last_modified_date, learned_at()
  from added join removed using (id)
  where added.order_id is not null and added.status_id = 'B' and added.open_amount = 0
    and not (removed.status_id is not distinct from 'B' and removed.open_amount is not distinct from 0)
  order by id
  on conflict do nothing;
  return null;
end $$;
create trigger record_invoices after insert on invoices referencing new table as added
  for each statement when (learned_at() is not null) execute function record_invoices();
create trigger record_payments after update on invoices referencing old table as removed new table as added
  for each statement when (learned_at() is not null) execute function record_payments();

-- ---------------------------------------------------------------- following

-- A user follows one order, or the orders of a filter preset with the request that the list sends for it.
create table order_follows (
  user_id uuid not null references users (id) on delete cascade,
  order_id bigint,                    -- no foreign key: an order that leaves the mirror and returns is still followed
  preset_id text,
  preset jsonb,                       -- { name, search, filter }
  created_at timestamptz not null,
  check (num_nonnulls(order_id, preset_id) = 1 and (preset_id is null) = (preset is null))
);
create unique index order_follows_order on order_follows (order_id, user_id) where order_id is not null;
create unique index order_follows_user on order_follows (user_id, order_id, preset_id) nulls not distinct;

create table notifications (
  user_id uuid not null references users (id) on delete cascade,
  event_id bigint not null references order_events (id),
  created_at timestamptz not null,    -- the same for all that were written together
  read_at timestamptz,
  mailed_at timestamptz,              -- when the mail with this one was queued
  primary key (user_id, event_id)
);
create index notifications_newest on notifications (user_id, created_at desc, event_id desc);
create index notifications_to_mail on notifications (user_id) where read_at is null and mailed_at is null;

-- Users without a row get mails at once.
create table notification_settings (
  user_id uuid primary key references users (id) on delete cascade,
  mails text not null default 'instant' check (mails in ('instant', 'daily', 'none')),
  mailed_at timestamptz
);
