-- Retention of the activity log: it stays append-only, except that this function may delete entries from the oldest on.
-- Nothing deletes an entry that is younger than 30 days, not even the function.
create or replace function refuse_activity_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('portal.erasing', true) = 'on'
    or tg_op = 'DELETE' and current_setting('portal.expiring', true) = 'on'
  then
    return null;
  end if;
  raise exception 'The activity log is append-only: % is refused.', tg_op using errcode = 'insufficient_privilege';
end $$;

create function refuse_early_expiry() returns trigger language plpgsql as $$
begin
  if old.created_date > now() - interval '30 days' then
    raise exception 'The activity log is append-only: % is refused.', tg_op using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger activity_log_expiry before delete on activity_log
  for each row execute function refuse_early_expiry();
alter table activity_log enable always trigger activity_log_expiry;

-- Deletes up to max_entries entries older than this, with their counts; returns how many.
create function delete_expired_activity(before timestamptz, max_entries integer) returns integer language plpgsql as $$
declare
  deleted integer;
begin
  perform set_config('portal.expiring', 'on', true);
  with expired as (
    select id from activity_log where created_date < before order by created_date, id limit max_entries
  ), counts as (
    delete from activity_counts using expired where entry_id = expired.id
  )
  delete from activity_log using expired where activity_log.id = expired.id;
  get diagnostics deleted = row_count;
  perform set_config('portal.expiring', 'off', true);
  return deleted;
end $$;
