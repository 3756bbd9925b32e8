-- A sign-in that was started on a known device can be completed or replaced only on that device.
alter table sign_in_attempts add column device text;

-- Set for a pending user if an account outside the inviter's scope has the address. The inviter must not learn that, so
-- the invitation exists like any other, but is not mailed and cannot be accepted.
alter table users add column suppressed boolean not null default false;
alter table users add check (not suppressed or status = 0);
drop index users_email;
create unique index users_email on users (email) where not suppressed;
create unique index users_suppressed_email on users (email, customer_id) nulls not distinct where suppressed;
