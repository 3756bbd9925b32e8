-- The version under which first pages of customers are kept, written last like that of users (migration 0049).
insert into mirror_versions (mirror, version) values ('customers', gen_random_uuid());

create function note_changed_customers() returns trigger language plpgsql as $$
begin
  update mirror_versions set version = gen_random_uuid()
  where mirror = 'customers' and xmin <> pg_current_xact_id()::xid;
  return null;
end $$;

create constraint trigger note_changed_customers after insert or update or delete on customers
  deferrable initially deferred for each row execute function note_changed_customers();
create trigger note_truncated_customers after truncate on customers for each statement execute function note_changed_customers();
