-- Reset links that still work. Using a link deletes it and all others of its account.
create table password_resets (
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,                -- address that the link was mailed to; the link works for no other
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expires on password_resets (expires_at);
