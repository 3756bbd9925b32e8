-- Leases for resources that are limited per user (event streams, running uploads), shared by all processes. The lease
-- of a lost holder expires.
create table leases (
  key text not null,
  slot integer not null,
  holder uuid not null,
  expires_at timestamptz not null,
  primary key (key, slot)
);
create index leases_expires on leases (expires_at);

-- How often an event in the activity log was repeated. Stored separately because the log is append-only.
create table activity_counts (
  entry_id uuid primary key,          -- no foreign key: TRUNCATE of the log must reach its trigger
  count integer not null
);

-- The entry that counts further downloads of a file by the same person, for one hour.
create table download_windows (
  user_id uuid not null references users (id) on delete cascade,
  file_id uuid not null,
  entry_id uuid not null,
  opened_at timestamptz not null,
  primary key (user_id, file_id)
);
create index download_windows_opened on download_windows (opened_at);

-- Sync requests that wait for the current run, one row per caller. One run serves all requests of the same kind and
-- customer.
create table sync_requests (
  id uuid primary key,
  kind text not null check (kind in ('orders', 'customers')),
  mode text not null,
  customer_id bigint,
  start_date date,
  end_date date,
  requested_by uuid references users (id) on delete set null,
  scheduled boolean not null,
  owner bigint not null,              -- process whose caller waits, as in the cursor of a run
  requested_at timestamptz not null default clock_timestamp(),
  run_id uuid                         -- run that serves it, once started
);
create index sync_requests_kind on sync_requests (kind, requested_at);
