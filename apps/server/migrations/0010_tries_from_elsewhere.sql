-- Tries of a code are counted separately for the network that started its sign-in and for all others, so that a
-- stranger's guesses do not use up the owner's tries.
alter table sign_in_attempts
  add column begun_from text not null default '',
  add column tries_left_elsewhere smallint not null default 5 check (tries_left_elsewhere >= 0);
alter table sign_in_attempts alter column begun_from drop default;
