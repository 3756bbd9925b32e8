-- A code's tries are counted apart for the network where its sign-in was begun and for all others: whoever guesses from
-- elsewhere does not use up those of the person who waits for the mail.
alter table sign_in_attempts
  add column begun_from text not null default '',
  add column tries_left_elsewhere smallint not null default 5 check (tries_left_elsewhere >= 0);
alter table sign_in_attempts alter column begun_from drop default;
