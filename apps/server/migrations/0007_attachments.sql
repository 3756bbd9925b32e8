-- Files of orders. The storage holds their content, under a key derived from the id.
create table attachments (
  id uuid primary key,
  order_id bigint not null,           -- no foreign key: files are kept for a while after an order leaves the mirror
  original_name text not null,
  description text,
  content_type text not null,         -- detected from the content, regardless of the name
  size bigint not null,
  sha256 bytea not null,
  uploaded_by uuid references users (id) on delete set null,
  uploaded_by_name text not null,     -- name at that time: a file outlives its uploader
  created_at timestamptz not null,
  order_missed_at timestamptz         -- when its order was first missing from the mirror
);
create index attachments_order on attachments (order_id, created_at desc, id);
create index attachments_uploader on attachments (uploaded_by);

-- Ids whose content may be in the storage without a row: being uploaded or to be deleted. Written before the content.
create table unclaimed_files (
  id uuid primary key,
  since timestamptz not null
);
