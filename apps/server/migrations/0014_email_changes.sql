-- A new email address of an active user, until its owner confirms it. Only the code's SHA-256 is stored.
alter table users
  add column pending_email text check (pending_email = lower(pending_email)),
  add column pending_email_code_hash bytea unique,
  add column pending_email_expires_at timestamptz,
  add check (num_nonnulls(pending_email, pending_email_code_hash, pending_email_expires_at) in (0, 3));
