-- An invitation belongs to a user that is still pending and stays as the record of how it came; both share an id.
create table invitations (
  user_id uuid primary key references users (id) on delete cascade,
  invited_by uuid references users (id) on delete set null,
  invited_by_name text not null,      -- as it was then: the invitation outlives who sent it
  created_at timestamptz not null,
  expires_at timestamptz not null,    -- when the latest link stops working
  accepted_at timestamptz
);

-- Mailed links. A resend adds one; the earlier ones work until they expire.
create table invitation_links (
  token_hash bytea primary key,
  user_id uuid not null references invitations (user_id) on delete cascade,
  email text not null,                -- to which the link was mailed; it is good for no other
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitation_links_user on invitation_links (user_id);
create index invitation_links_expires on invitation_links (expires_at);

-- What a customer calls a group among its own people; where there is none, the group's own name stands.
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
