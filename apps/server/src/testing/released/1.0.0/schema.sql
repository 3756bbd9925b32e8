-- Schema of release 1.0.0: its migrations without their comments.

create extension if not exists pg_trgm;

create collation natural_order (provider = icu, locale = 'und-u-kn-true');

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
  status smallint not null default 0,
  group_id uuid references groups (id),
  customer_id bigint,
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
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table sign_in_attempts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  code_mac bytea not null,
  tries_left smallint not null default 5 check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sign_in_attempts_user on sign_in_attempts (user_id, created_at desc);

create table rate_limits (
  key text primary key,
  hits timestamptz[] not null,
  allowed boolean not null,
  retry_at timestamptz,
  expires_at timestamptz not null
);
create index rate_limits_expires on rate_limits (expires_at);

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
  customer_id bigint,
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
  tax numeric,
  created_day date generated always as ((created_date at time zone 'UTC')::date) stored,
  search_text text generated always as (
    lower((coalesce(tran_id, '') || E'\x1f' || coalesce(memo, '') || E'\x1f' || coalesce(other_ref_num, '')
      || E'\x1f' || coalesce(customer_name, '') || E'\x1f' || coalesce(email, '')) collate "und-x-icu")
  ) stored
);

create table order_lines (
  order_id bigint primary key references sales_orders (id) on delete cascade,
  order_last_modified_date timestamptz,
  lines jsonb not null,
  read_at timestamptz not null
);

create table order_assignments (
  user_id uuid not null references users (id) on delete cascade,
  order_id bigint not null,
  assigned_by uuid references users (id) on delete set null,
  assigned_at timestamptz not null default now(),
  primary key (user_id, order_id)
);
create index order_assignments_order on order_assignments (order_id);

create table sync_runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('orders', 'customers')),
  status text not null check (status in ('running', 'complete', 'partial', 'failed', 'cancelled')),
  phase text not null,
  mode text not null,
  customer_id bigint,
  requested_by uuid references users (id) on delete set null,
  start_date date,
  end_date date,
  watermark timestamptz,
  server_time timestamptz,
  cursor jsonb,
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

create table sync_failures (
  kind text not null,
  record_id bigint not null,
  reason text not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  tries integer not null default 1,
  primary key (kind, record_id)
);

create table activity_log (
  id uuid primary key default gen_random_uuid(),
  created_date timestamptz not null,
  action text not null,
  content text not null,
  actor_id uuid,
  actor_name text,
  actor_customer_id bigint,
  subject_id text,
  subject_name text,
  subject_customer_id bigint,
  staff_only boolean not null default false
);
create index activity_log_created on activity_log (created_date desc, id);

alter table sales_orders
  drop column search_text,
  add column numbers_text text collate "und-x-icu" generated always as (
    lower((coalesce(tran_id, '') || E'\x1f' || coalesce(memo, '') || E'\x1f' || coalesce(other_ref_num, ''))
      collate "und-x-icu")
  ) stored,
  add column names_text text collate "und-x-icu" generated always as (
    lower((coalesce(customer_name, '') || E'\x1f' || coalesce(email, '')) collate "und-x-icu")
  ) stored;

create index sales_orders_numbers on sales_orders using gin (numbers_text gin_trgm_ops)
  with (gin_pending_list_limit = 1024);
create index customers_search on customers using gin (search_text collate "und-x-icu" gin_trgm_ops);

create index sales_orders_tran_id on sales_orders (tran_id nulls first, id);
create index sales_orders_memo on sales_orders (left(memo, 300) nulls first, id);
create index sales_orders_other_ref_num on sales_orders (other_ref_num nulls first, id);
create index sales_orders_tran_date on sales_orders (tran_date nulls first, id);
create index sales_orders_created_date on sales_orders (created_date nulls first, id);
create index sales_orders_last_modified_date on sales_orders (last_modified_date nulls first, id);
create index sales_orders_sales_effective_date on sales_orders (sales_effective_date nulls first, id);
create index sales_orders_customer_name on sales_orders (customer_name nulls first, id);
create index sales_orders_email on sales_orders (email nulls first, id);
create index sales_orders_status_name on sales_orders (status_name nulls first, id);
create index sales_orders_terms_name on sales_orders (terms_name nulls first, id);
create index sales_orders_location_name on sales_orders (location_name nulls first, id);
create index sales_orders_currency_name on sales_orders (currency_name nulls first, id);
create index sales_orders_project_name on sales_orders (project_name nulls first, id);
create index sales_orders_subtotal on sales_orders (subtotal nulls first, id);
create index sales_orders_total on sales_orders (total nulls first, id);
create index sales_orders_tax on sales_orders (tax nulls first, id);

create index sales_orders_customer on sales_orders (customer_id, created_date nulls first, id);
create index customers_company_name on customers (company_name nulls first, id);

alter table sales_orders set (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);

create table order_counts_by_status (
  status_name text primary key,
  orders bigint not null
);
create table order_counts_by_customer (
  customer_id bigint primary key,
  orders bigint not null
);
create table order_counts_by_day (
  created_day date not null,
  status_name text not null,
  orders bigint not null,
  primary key (created_day, status_name)
);
create table order_parties (
  party uuid primary key,
  customer_id bigint,
  names_text text collate "und-x-icu" not null,
  orders bigint not null
);
create index order_parties_customer on order_parties (customer_id);
create index order_parties_names on order_parties using gin (names_text gin_trgm_ops);

create table mirror_versions (mirror text primary key, version uuid not null);
insert into mirror_versions (mirror, version) values ('orders', gen_random_uuid());

create type order_change as (customer_id bigint, names_text text, created_day date, status_name text, orders bigint);

create function add_to_order_counts(changes order_change[]) returns void language plpgsql as $$
begin
  update mirror_versions set version = gen_random_uuid() where mirror = 'orders';

  insert into order_counts_by_status as counts
  select coalesce(status_name, ''), sum(orders) from unnest(changes) group by 1 having sum(orders) <> 0
  on conflict (status_name) do update set orders = counts.orders + excluded.orders;

  insert into order_counts_by_customer as counts
  select coalesce(customer_id, 0), sum(orders) from unnest(changes) group by 1 having sum(orders) <> 0
  on conflict (customer_id) do update set orders = counts.orders + excluded.orders;

  insert into order_counts_by_day as counts
  select coalesce(created_day, '-infinity'), coalesce(status_name, ''), sum(orders) from unnest(changes)
  group by 1, 2 having sum(orders) <> 0
  on conflict (created_day, status_name) do update set orders = counts.orders + excluded.orders;

  insert into order_parties as counts
  select md5(coalesce(customer_id::text, '') || E'\x1f' || names_text)::uuid, customer_id, names_text, sum(orders)
  from unnest(changes) group by customer_id, names_text having sum(orders) <> 0
  on conflict (party) do update set orders = counts.orders + excluded.orders;
end $$;

create function count_changed_orders() returns trigger language plpgsql as $$
declare
  changes order_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(customer_id, names_text, created_day, status_name, orders)::order_change) into changes
    from (
      select customer_id, names_text, created_day, status_name, count(*) as orders
      from added group by 1, 2, 3, 4
    ) as change;
  elsif tg_op = 'DELETE' then
    select array_agg(row(customer_id, names_text, created_day, status_name, orders)::order_change) into changes
    from (
      select customer_id, names_text, created_day, status_name, -count(*) as orders
      from removed group by 1, 2, 3, 4
    ) as change;
  elsif tg_op = 'UPDATE' then
    select array_agg(row(customer_id, names_text, created_day, status_name, orders)::order_change) into changes
    from (
      select customer_id, names_text, created_day, status_name, sum(orders) as orders
      from (
        select customer_id, names_text, created_day, status_name, 1 as orders from added
        union all
        select customer_id, names_text, created_day, status_name, -1 from removed
      ) as both_sides
      group by 1, 2, 3, 4
    ) as change;
  else

    delete from order_counts_by_status;
    delete from order_counts_by_customer;
    delete from order_counts_by_day;
    delete from order_parties;
    changes := '{}';
  end if;

  if changes is not null then
    perform add_to_order_counts(changes);
  end if;
  return null;
end $$;

create trigger count_inserted_orders after insert on sales_orders
  referencing new table as added for each statement execute function count_changed_orders();
create trigger count_updated_orders after update on sales_orders
  referencing old table as removed new table as added for each statement execute function count_changed_orders();
create trigger count_deleted_orders after delete on sales_orders
  referencing old table as removed for each statement execute function count_changed_orders();
create trigger count_truncated_orders after truncate on sales_orders
  for each statement execute function count_changed_orders();

create table password_resets (
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expires on password_resets (expires_at);

create function refuse_activity_change() returns trigger language plpgsql as $$
begin
  raise exception 'The activity log is append-only: % is refused.', tg_op using errcode = 'insufficient_privilege';
end $$;

create trigger activity_log_append_only before update or delete or truncate on activity_log
  for each statement execute function refuse_activity_change();
alter table activity_log enable always trigger activity_log_append_only;

create index activity_log_of_customer on activity_log
  (coalesce(subject_customer_id, actor_customer_id), created_date desc, id) where not staff_only;
create index activity_log_by_actor on activity_log (actor_id, created_date desc, id);
create index activity_log_about_subject on activity_log (subject_id, created_date desc, id);
create index activity_log_of_action on activity_log (action, created_date desc, id);
create index activity_log_actor_names on activity_log
  using gin (lower(actor_name collate "und-x-icu") gin_trgm_ops);

create table invitations (
  user_id uuid primary key references users (id) on delete cascade,
  invited_by uuid references users (id) on delete set null,
  invited_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz
);

create table invitation_links (
  token_hash bytea primary key,
  user_id uuid not null references invitations (user_id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitation_links_user on invitation_links (user_id);
create index invitation_links_expires on invitation_links (expires_at);

create table group_names (
  group_id uuid not null references groups (id),
  customer_id bigint not null,
  name text not null,
  description text not null,
  updated_at timestamptz not null,
  primary key (group_id, customer_id)
);

create index users_group on users (group_id);
create index users_parent on users (parent_id);

alter table order_assignments
  add column note text,
  add column expires_at timestamptz;

create table preferences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  label text not null,
  setting text not null,
  updated_at timestamptz not null,
  unique (user_id, label)
);

create table attachments (
  id uuid primary key,
  order_id bigint not null,
  original_name text not null,
  description text,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  uploaded_by uuid references users (id) on delete set null,
  uploaded_by_name text not null,
  created_at timestamptz not null,
  order_missed_at timestamptz
);
create index attachments_order on attachments (order_id, created_at desc, id);
create index attachments_uploader on attachments (uploaded_by);

create table unclaimed_files (
  id uuid primary key,
  since timestamptz not null
);

create table assignment_notices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  order_ids bigint[] not null,
  created_at timestamptz not null
);
create index assignment_notices_user on assignment_notices (user_id);

alter table users add column placed_at timestamptz;

alter table sign_in_attempts
  add column begun_from text not null default '',
  add column tries_left_elsewhere smallint not null default 5 check (tries_left_elsewhere >= 0);
alter table sign_in_attempts alter column begun_from drop default;

alter table customers alter column default_address type text collate natural_order;

alter table customers add column name text not null
  generated always as (coalesce(company_name, entity_id, id::text)) stored;

alter table activity_log rename column staff_only to administrators_only;

create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
insert into kysely_migration_lock values ('migration_lock', 0);
insert into kysely_migration values
  ('0001_initial', '2026-11-21T18:12:41.000Z'),
  ('0002_order_counts_and_indexes', '2026-11-21T18:12:41.000Z'),
  ('0003_password_resets', '2026-11-21T18:12:41.000Z'),
  ('0004_activity_append_only', '2026-11-21T18:12:41.000Z'),
  ('0005_people', '2026-11-21T18:12:41.000Z'),
  ('0006_assignments_and_preferences', '2026-11-21T18:12:41.000Z'),
  ('0007_attachments', '2026-11-21T18:12:41.000Z'),
  ('0008_assignment_notices', '2026-11-21T18:12:41.000Z'),
  ('0009_placed_at', '2026-11-21T18:12:41.000Z'),
  ('0010_tries_from_elsewhere', '2026-11-21T18:12:41.000Z'),
  ('0011_addresses_in_natural_order', '2026-11-21T18:12:41.000Z'),
  ('0012_name_of_a_customer', '2026-11-21T18:12:41.000Z'),
  ('0013_lines_for_administrators', '2026-11-21T18:12:41.000Z');
