-- The version under which lists of users are kept; it changes with all that they show. Other than the orders', it has several
-- writers, who have locked other rows. Deferred triggers write it last, when its transaction waits for nothing else.
insert into mirror_versions (mirror, version) values ('users', gen_random_uuid());

create function note_changed_users() returns trigger language plpgsql as $$
begin
  -- Once in a transaction, however many rows it changes.
  update mirror_versions set version = gen_random_uuid()
  where mirror = 'users' and xmin <> pg_current_xact_id()::xid;
  return null;
end $$;

create constraint trigger note_changed_users after insert or update or delete on users
  deferrable initially deferred for each row execute function note_changed_users();
create constraint trigger note_changed_groups after insert or update or delete on groups
  deferrable initially deferred for each row execute function note_changed_users();
create constraint trigger note_changed_group_names after insert or update or delete on group_names
  deferrable initially deferred for each row execute function note_changed_users();
create constraint trigger note_new_customers after insert or delete on customers
  deferrable initially deferred for each row execute function note_changed_users();
create constraint trigger note_renamed_customers after update on customers
  deferrable initially deferred for each row when (new.name is distinct from old.name) execute function note_changed_users();

create trigger note_no_users after truncate on users for each statement execute function note_changed_users();
create trigger note_no_group_names after truncate on group_names for each statement execute function note_changed_users();
create trigger note_no_customers after truncate on customers for each statement execute function note_changed_users();
