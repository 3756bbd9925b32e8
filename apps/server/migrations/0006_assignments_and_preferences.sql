-- Why an order was assigned to a guest, and until when. Ended assignments stay as a record.
alter table order_assignments
  add column note text,
  add column expires_at timestamptz;

-- Settings of the web app per user: JSON text by label, which the server does not parse.
create table preferences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  label text not null,
  setting text not null,
  updated_at timestamptz not null,
  unique (user_id, label)
);
