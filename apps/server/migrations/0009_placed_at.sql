-- Since when a user is of its group and customer, where that was changed: what it read in the log before was another's.
alter table users add column placed_at timestamptz;
