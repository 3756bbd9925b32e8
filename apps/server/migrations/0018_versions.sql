-- Versions for concurrent edits: a write with an older version than the stored one is rejected.
alter table preferences add column version integer not null default 1;
alter table groups add column version integer not null default 1;
-- A customer's first own name continues the version of the group that it replaces, so that its people never see a
-- version twice.
alter table group_names add column version integer not null default 1;

-- A trigger counts, because users are changed in several places (edit, confirmation of an email address, deletion of a
-- parent). Columns that no form edits do not count.
alter table users add column version integer not null default 1;

create function count_user_version() returns trigger language plpgsql as $$
declare
  not_edited constant text[] := array['version', 'status', 'password_hash', 'updated_at', 'placed_at'];
begin
  if to_jsonb(new) - not_edited <> to_jsonb(old) - not_edited then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

create trigger count_user_version before update on users for each row execute function count_user_version();
