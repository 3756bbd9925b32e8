-- A record that could not be read in the first load of its kind, which records no events, is not news when it is read.
alter table sync_failures add column in_first_load boolean not null default false;
alter table sync_failures alter column in_first_load set default learned_at() is null;

create function skip_first_load() returns trigger language plpgsql as $$
begin
  return case when not exists (
    select from sync_failures
    where kind in ('orders', 'fulfillments', 'invoices') and record_id = new.record_id and in_first_load
  ) then new end;
end $$;
create trigger skip_first_load before insert on order_events
  for each row when (learned_at() is not null) execute function skip_first_load();
