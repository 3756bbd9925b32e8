-- Erasing a person on request: the activity log stays append-only, except that this function may replace a name in it.
-- Every entry keeps its time, action, people's ids and customers.
create or replace function refuse_activity_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('portal.erasing', true) = 'on' then
    return null;
  end if;
  raise exception 'The activity log is append-only: % is refused.', tg_op using errcode = 'insufficient_privilege';
end $$;

create function refuse_activity_rewrite() returns trigger language plpgsql as $$
begin
  if (new.id, new.created_date, new.action, new.actor_id, new.actor_customer_id, new.subject_id, new.subject_customer_id,
      new.administrators_only)
    is distinct from (old.id, old.created_date, old.action, old.actor_id, old.actor_customer_id, old.subject_id,
      old.subject_customer_id, old.administrators_only)
  then
    raise exception 'The activity log is append-only: % is refused.', tg_op using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger activity_log_rewrite before update on activity_log
  for each row execute function refuse_activity_rewrite();
alter table activity_log enable always trigger activity_log_rewrite;

-- Replaces a user's names and this address by 'Deleted user' in all entries; returns the number of entries changed.
create function erase_from_activity_log(user_id uuid, address text) returns bigint language plpgsql as $$
declare
  erased constant text := 'Deleted user';
  -- The address, but not as part of a longer one.
  pattern constant text := '(?<![\w.+-])' || regexp_replace(address, '([.*+?^${}()|\[\]\\])', '\\\1', 'g') || '(?!\.?[\w-])';
  changed bigint;
begin
  perform set_config('portal.erasing', 'on', true);
  update activity_log set
    content = regexp_replace(
      case
        when actor_id = user_id and subject_id = user_id::text then replace(replace(content, actor_name, erased), subject_name, erased)
        when actor_id = user_id then replace(content, actor_name, erased)
        when subject_id = user_id::text then replace(content, subject_name, erased)
        else content
      end, pattern, erased, 'gi'),
    params = regexp_replace(
      case
        -- A new name and new addresses, among the changes of this user.
        when subject_id = user_id::text and params ? 'changes' then jsonb_set(params, '{changes}', (
          select jsonb_object_agg(key, case when key in ('name', 'email', 'pendingEmail') then to_jsonb(erased) else value end)
          from jsonb_each(params -> 'changes')))
        when subject_id = user_id::text and params ? 'confirmedEmail' then jsonb_set(params, '{confirmedEmail}', to_jsonb(erased))
        when subject_id = user_id::text and params ? 'email' then jsonb_set(params, '{email}', to_jsonb(erased))
        else params
      end::text, pattern, erased, 'gi')::jsonb,
    actor_name = case when actor_id = user_id then erased else actor_name end,
    subject_name = case when subject_id = user_id::text then erased else regexp_replace(subject_name, pattern, erased, 'gi') end
  where actor_id = user_id or subject_id = user_id::text
    or content ~* pattern or params::text ~* pattern or subject_name ~* pattern;
  get diagnostics changed = row_count;
  perform set_config('portal.erasing', 'off', true);
  return changed;
end $$;
