-- State of the NetSuite account that all portal processes share: how many requests may run at once, and the circuit
-- breaker.
create table netsuite_limit (
  singleton boolean primary key default true check (singleton),
  configured integer not null default 4,   -- NETSUITE_CONCURRENCY
  reduced_to integer,                      -- after NetSuite refused a request because too many were running
  reduced_at timestamptz,
  failures integer not null default 0,     -- failed requests since the last successful one
  openings integer not null default 0,     -- how often the breaker opened since the last successful request
  open_until timestamptz,                  -- null while the breaker is closed
  last_error text,
  last_error_at timestamptz
);
insert into netsuite_limit default values;

-- Running and waiting requests of each process, which it is known by as in sync_runs.cursor. Unlogged, since the processes
-- renew them.
create unlogged table netsuite_places (
  slot integer primary key,
  owner bigint not null,
  expires_at timestamptz not null
);
create unlogged table netsuite_waiting (
  owner bigint primary key,
  interactive integer not null,
  background integer not null,
  expires_at timestamptz not null
);
