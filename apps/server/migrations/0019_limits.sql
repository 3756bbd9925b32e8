-- Things that a user may have only so many of at the same time (event streams, uploads under way): one row for each,
-- over all processes. A row whose holder is gone runs out.
create table leases (
  key text not null,
  slot integer not null,
  holder uuid not null,
  expires_at timestamptz not null,
  primary key (key, slot)
);
create index leases_expires on leases (expires_at);

-- How often what an entry of the activity log tells of was repeated. Beside the log, which is append-only.
create table activity_counts (
  entry_id uuid primary key,          -- no foreign key: TRUNCATE of the log is to meet its trigger
  count integer not null
);

-- The entry that further downloads of a file by the same person count towards, for an hour from its beginning.
create table download_windows (
  user_id uuid not null references users (id) on delete cascade,
  file_id uuid not null,
  entry_id uuid not null,
  opened_at timestamptz not null,
  primary key (user_id, file_id)
);
create index download_windows_opened on download_windows (opened_at);

-- Requests for a sync that wait for the run under way, one row for each caller. Those of one kind and customer are
-- served by the same run.
create table sync_requests (
  id uuid primary key,
  kind text not null check (kind in ('orders', 'customers')),
  mode text not null,
  customer_id bigint,
  start_date date,
  end_date date,
  requested_by uuid references users (id) on delete set null,
  scheduled boolean not null,
  owner bigint not null,              -- the process whose caller waits, as in the cursor of a run
  requested_at timestamptz not null default clock_timestamp(),
  run_id uuid                         -- the run that serves it, once that has begun
);
create index sync_requests_kind on sync_requests (kind, requested_at);
