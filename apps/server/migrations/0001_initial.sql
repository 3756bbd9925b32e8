-- The portal's tables. Needs PostgreSQL 17 or newer with ICU and the contrib extension pg_trgm.
create extension if not exists pg_trgm;

-- Natural sort order: "SO9" before "SO10", and é next to e.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

-- ---------------------------------------------------------------- people

create table groups (
  id uuid primary key default gen_random_uuid(),
  type text not null unique check (type in ('admin', 'member', 'customer_admin', 'customer_member', 'customer_guest')),
  name text not null,
  description text not null default '',
  updated_at timestamptz not null default now()
);
insert into groups (type, name, description) values
  ('admin', 'admin', 'Sees and administers everything'),
  ('member', 'member', 'Staff: sees all customers'' orders, or those of one customer, and assigns them to guests'),
  ('customer_admin', 'customer_admin', 'Administers the users of one customer'),
  ('customer_member', 'customer_member', 'Sees the orders of one customer'),
  ('customer_guest', 'customer_guest', 'Sees the orders assigned to it');

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  full_name text,
  status smallint not null default 0, -- 1 active, 0 pending
  group_id uuid references groups (id),
  customer_id bigint,                 -- NetSuite customer; no foreign key: a user stays when its customer is missing from the mirror
  parent_id uuid references users (id) on delete set null,
  password_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  check (parent_id <> id)
);
create unique index users_email on users (email);
create index users_customer on users (customer_id);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null     -- absolute; the idle limit is based on last_used_at
);
create index sessions_user on sessions (user_id);

-- A sign-in in progress: the password was correct, and the code was mailed.
create table sign_in_attempts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  code_mac bytea not null,
  tries_left smallint not null default 5 check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz                -- used, replaced or out of tries
);
create index sign_in_attempts_user on sign_in_attempts (user_id, created_at desc);

-- Rate limits: by key, the times of the tries that still count.
create table rate_limits (
  key text primary key,
  hits timestamptz[] not null,
  allowed boolean not null,           -- whether the latest try was within the limit
  retry_at timestamptz,               -- when the next try is allowed, if it was not
  expires_at timestamptz not null     -- when all tries of this row have expired
);
create index rate_limits_expires on rate_limits (expires_at);

-- ---------------------------------------------------------------- the mirror

create table customers (
  id bigint primary key,
  entity_id text collate natural_order,
  company_name text collate natural_order,
  email text collate natural_order,
  phone text collate natural_order,
  category_id text, category_name text collate natural_order,
  date_created timestamptz,
  last_modified_date timestamptz,
  entity_status_id text, entity_status_name text collate natural_order,
  terms_id text, terms_name text collate natural_order,
  currency_id text, currency_name text collate natural_order,
  language_id text, language_name text collate natural_order,
  default_address text,
  balance numeric,
  deposit_balance numeric,
  overdue_balance numeric,
  unbilled_orders numeric,
  credit_hold_override_id text, credit_hold_override_name text collate natural_order,
  price_level_id text, price_level_name text collate natural_order,
  subsidiary_id text, subsidiary_name text collate natural_order,
  sales_rep_id text, sales_rep_name text collate natural_order,
  search_text text generated always as (
    lower((coalesce(entity_id, '') || E'\x1f' || coalesce(company_name, '') || E'\x1f' || coalesce(email, '')
      || E'\x1f' || coalesce(phone, '')) collate "und-x-icu")
  ) stored
);

create table sales_orders (
  id bigint primary key,
  customer_id bigint,                 -- entity.id
  customer_name text collate natural_order,
  tran_id text collate natural_order,
  memo text collate natural_order,
  other_ref_num text collate natural_order,
  email text collate natural_order,
  tran_date date,
  created_date timestamptz,
  last_modified_date timestamptz,
  sales_effective_date date,
  status_id text, status_name text collate natural_order,
  terms_id text, terms_name text collate natural_order,
  location_id text, location_name text collate natural_order,
  currency_id text, currency_name text collate natural_order,
  project_id text, project_name text collate natural_order,
  bill_address text,
  ship_address text,
  subtotal numeric,
  total numeric,
  tax numeric,                        -- custbody_stc_tax_after_discount
  created_day date generated always as ((created_date at time zone 'UTC')::date) stored,
  search_text text generated always as (
    lower((coalesce(tran_id, '') || E'\x1f' || coalesce(memo, '') || E'\x1f' || coalesce(other_ref_num, '')
      || E'\x1f' || coalesce(customer_name, '') || E'\x1f' || coalesce(email, '')) collate "und-x-icu")
  ) stored
);

-- The lines of an order, read on demand from NetSuite and kept for the version they belong to.
create table order_lines (
  order_id bigint primary key references sales_orders (id) on delete cascade,
  order_last_modified_date timestamptz,
  lines jsonb not null,
  read_at timestamptz not null
);

create table order_assignments (
  user_id uuid not null references users (id) on delete cascade,
  order_id bigint not null,           -- no foreign key: an order that leaves the mirror and returns stays assigned
  assigned_by uuid references users (id) on delete set null,
  assigned_at timestamptz not null default now(),
  primary key (user_id, order_id)
);
create index order_assignments_order on order_assignments (order_id);

-- ---------------------------------------------------------------- sync

create table sync_runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('orders', 'customers')),
  status text not null check (status in ('running', 'complete', 'partial', 'failed', 'cancelled')),
  phase text not null,
  mode text not null,                 -- 'incremental', 'dates'
  customer_id bigint,                 -- set if the run reads one customer's records; such a run does not move the watermark
  requested_by uuid references users (id) on delete set null,
  start_date date,
  end_date date,
  watermark timestamptz,              -- records changed at or after this are read
  server_time timestamptz,            -- NetSuite's clock at the start: the next run's watermark, minus an overlap
  cursor jsonb,                       -- start of the next page; written with the page
  expected bigint,
  fetched bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  deleted bigint not null default 0,
  failed bigint not null default 0,
  message text,
  cancel_requested boolean not null default false,
  heartbeat_at timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz
);
create unique index sync_runs_one_running on sync_runs (kind) where status = 'running';
create index sync_runs_started on sync_runs (kind, started_at desc);

-- Records that could not be read: stored with NetSuite's error message and retried at each run.
create table sync_failures (
  kind text not null,
  record_id bigint not null,
  reason text not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  tries integer not null default 1,
  primary key (kind, record_id)
);

-- ---------------------------------------------------------------- activity

create table activity_log (
  id uuid primary key default gen_random_uuid(),
  created_date timestamptz not null,
  action text not null,
  content text not null,
  actor_id uuid,                      -- no foreign key: entries outlive the people they name
  actor_name text,
  actor_customer_id bigint,
  subject_id text,
  subject_name text,
  subject_customer_id bigint,
  staff_only boolean not null default false
);
create index activity_log_created on activity_log (created_date desc, id);
