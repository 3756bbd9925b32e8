-- A sign-in that was begun on a known device can only be finished on that device, and no other one replaces it.
alter table sign_in_attempts add column device text;

-- A pending user whose address an account outside the inviter's scope has: the inviter must not learn that, so the
-- invitation exists like any other, but nothing is mailed and it cannot be accepted.
alter table users add column suppressed boolean not null default false;
alter table users add check (not suppressed or status = 0);
drop index users_email;
create unique index users_email on users (email) where not suppressed;
create unique index users_suppressed_email on users (email, customer_id) nulls not distinct where suppressed;
