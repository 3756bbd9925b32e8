-- The NetSuite account that the mirror was read from: a mirror never mixes two accounts.
create table netsuite_account (
  singleton boolean primary key default true check (singleton),
  account_id text not null
);

-- Optional columns that the account had at the last probe, by kind of record.
create table netsuite_columns (
  kind text primary key check (kind in ('orders', 'customers')),
  columns text[] not null,
  probed_at timestamptz not null
);

-- Names of records that orders and customers refer to, so that a rename is detected and applied to all of them.
create table netsuite_names (
  type text not null,
  id text not null,
  name text not null,
  primary key (type, id)
);

-- Records that NetSuite no longer returns although it recorded no deletion. They stay in the mirror until an
-- administrator confirms the deletion ('decision' is null until then) or decides to keep them.
create table sync_held_deletions (
  kind text not null check (kind in ('orders', 'customers')),
  record_id bigint not null,
  held_at timestamptz not null,
  decision text check (decision = 'keep'),
  decided_by uuid references users (id) on delete set null,
  primary key (kind, record_id)
);
