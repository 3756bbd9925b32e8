-- Why an order was given to a guest, and until when. What has ended stays as the record of it.
alter table order_assignments
  add column note text,
  add column expires_at timestamptz;

-- What a user keeps for the web app: JSON text by label, which the portal does not look into.
create table preferences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  label text not null,
  setting text not null,
  updated_at timestamptz not null,
  unique (user_id, label)
);
