-- A fulfillment or invoice that changed or disappeared shows that the lines of its order changed. Where NetSuite's lines have no
-- date, the next sync of orders reads the noted orders again. The first load notes only what changed since orders were read.
create table outdated_orders (
  note bigint generated always as identity primary key,
  order_id bigint not null
);

create function note_outdated_orders() returns trigger language plpgsql as $$
declare
  since timestamptz;
begin
  if learned_at() is null then
    select max(server_time) - interval '1 day' into since from sync_runs where kind = 'orders';
  else
    since := '-infinity';
  end if;
  if tg_op = 'INSERT' then
    insert into outdated_orders (order_id)
    select distinct order_id from added where order_id is not null and last_modified_date > since;
  elsif tg_op = 'DELETE' then
    insert into outdated_orders (order_id) select distinct order_id from removed where order_id is not null;
  else
    -- Not for names, which the portal changes by itself.
    insert into outdated_orders (order_id)
    select distinct unnest(array_remove(array[added.order_id, removed.order_id], null)) from added join removed using (id)
    where (added.order_id, added.status_id, added.last_modified_date)
      is distinct from (removed.order_id, removed.status_id, removed.last_modified_date);
  end if;
  return null;
end $$;

create trigger note_added after insert on fulfillments referencing new table as added
  for each statement execute function note_outdated_orders();
create trigger note_changed after update on fulfillments referencing new table as added old table as removed
  for each statement execute function note_outdated_orders();
create trigger note_removed after delete on fulfillments referencing old table as removed
  for each statement execute function note_outdated_orders();
create trigger note_added after insert on invoices referencing new table as added
  for each statement execute function note_outdated_orders();
create trigger note_changed after update on invoices referencing new table as added old table as removed
  for each statement execute function note_outdated_orders();
create trigger note_removed after delete on invoices referencing old table as removed
  for each statement execute function note_outdated_orders();
