-- Requests of busy users in the last minute, by process: each process adds the counts of the others to its own.
-- Unlogged, because the counts are meaningless after a crash.
create unlogged table request_counts (
  user_id uuid not null,
  process_id uuid not null,
  requests integer not null,
  in_progress integer not null,
  counted_at timestamptz not null,
  primary key (user_id, process_id)
);
