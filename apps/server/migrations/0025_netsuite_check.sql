-- Result of the last check of the NetSuite account, which the sync page shows.
create table netsuite_check (
  singleton boolean primary key default true check (singleton),
  checked_at timestamptz not null,
  findings jsonb not null
);

-- Alerts that the administrators were mailed about and that are not over yet.
create table sync_alerts (
  problem text primary key check (problem in ('stale', 'held')),
  raised_at timestamptz not null
);
