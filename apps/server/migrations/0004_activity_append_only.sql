-- Makes the activity log append-only: no statement can change or delete an entry, whatever role runs it. Privileges are
-- not enough, because the server's role owns its tables. The trigger is per statement, so that statements without
-- matching rows fail too, and "always", so that it also fires in the replica role.
create function refuse_activity_change() returns trigger language plpgsql as $$
begin
  raise exception 'The activity log is append-only: % is refused.', tg_op using errcode = 'insufficient_privilege';
end $$;

create trigger activity_log_append_only before update or delete or truncate on activity_log
  for each statement execute function refuse_activity_change();
alter table activity_log enable always trigger activity_log_append_only;

-- One index per access path, newest first: by customer, by person (actor or target), by kind, by part of a name.
create index activity_log_of_customer on activity_log
  (coalesce(subject_customer_id, actor_customer_id), created_date desc, id) where not staff_only;
create index activity_log_by_actor on activity_log (actor_id, created_date desc, id);
create index activity_log_about_subject on activity_log (subject_id, created_date desc, id);
create index activity_log_of_action on activity_log (action, created_date desc, id);
create index activity_log_actor_names on activity_log
  using gin (lower(actor_name collate "und-x-icu") gin_trgm_ops);
