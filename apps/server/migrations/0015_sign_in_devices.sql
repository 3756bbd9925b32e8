-- A sign-in that was begun on a known device can only be finished on that device, and no other one replaces it.
alter table sign_in_attempts add column device text;
