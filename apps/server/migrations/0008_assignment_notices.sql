-- Assignment mails: the link in each shows exactly these orders, as long as the guest can see them.
create table assignment_notices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  order_ids bigint[] not null,
  created_at timestamptz not null
);
create index assignment_notices_user on assignment_notices (user_id);
