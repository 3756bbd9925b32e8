-- Requests of busy users in the last minute, by process: each process adds those of the others to its own.
-- Unlogged: after a crash nothing in it counts any more.
create unlogged table request_counts (
  user_id uuid not null,
  process_id uuid not null,
  requests integer not null,
  in_progress integer not null,
  counted_at timestamptz not null,
  primary key (user_id, process_id)
);
