-- Reset links that still work. A link that was used is removed, and all others of its account with it.
create table password_resets (
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,                -- to which the link was mailed; it is good for no other
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expires on password_resets (expires_at);
