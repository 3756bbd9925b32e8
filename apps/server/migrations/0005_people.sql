-- An invitation shares the id of its pending user and stays as a record after it was accepted.
create table invitations (
  user_id uuid primary key references users (id) on delete cascade,
  invited_by uuid references users (id) on delete set null,
  invited_by_name text not null,      -- name at that time: the invitation outlives its sender
  created_at timestamptz not null,
  expires_at timestamptz not null,    -- expiration of the latest link
  accepted_at timestamptz
);

-- Mailed links. A resend adds one; earlier links work until they expire.
create table invitation_links (
  token_hash bytea primary key,
  user_id uuid not null references invitations (user_id) on delete cascade,
  email text not null,                -- address that the link was mailed to; the link works for no other
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitation_links_user on invitation_links (user_id);
create index invitation_links_expires on invitation_links (expires_at);

-- A customer's own names for groups; a group without one has its portal-wide name.
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
