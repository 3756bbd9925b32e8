-- Files of orders. Their bytes lie in the storage, under a key made of the id.
create table attachments (
  id uuid primary key,
  order_id bigint not null,           -- no foreign key: files are kept for a while when an order leaves the mirror
  original_name text not null,
  description text,
  content_type text not null,         -- by the content, whatever the name says
  size bigint not null,
  sha256 bytea not null,
  uploaded_by uuid references users (id) on delete set null,
  uploaded_by_name text not null,     -- as it was then: a file outlives who added it
  created_at timestamptz not null,
  order_missed_at timestamptz         -- when its order was first found to be gone from the mirror
);
create index attachments_order on attachments (order_id, created_at desc, id);
create index attachments_uploader on attachments (uploaded_by);

-- Ids whose bytes may lie in the storage without a row: being uploaded, or to be removed. Written before the bytes are.
create table unclaimed_files (
  id uuid primary key,
  since timestamptz not null
);
