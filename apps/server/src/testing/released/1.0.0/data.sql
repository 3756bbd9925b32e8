-- Sample data of release 1.0.0: a row or two in each table that upgrades must keep. The password of both users is
-- "correct horse battery".
insert into customers (id, entity_id, company_name, email) values (7, 'C7', 'Old Company', 'office@old.test');

insert into users (id, email, full_name, status, group_id, customer_id, password_hash)
select given.id::uuid, email, given.name, 1, groups.id, customer_id,
  '$argon2id$v=19$m=19456,t=2,p=1$6jwz7r2zngz24XGqmcUYwg$1QE7mLCHwQT46sgq6J9PNSe+LMXOZXoa+2abyPTmydw'
from (values
  ('00000000-0000-4000-8000-000000000001', 'admin@old.test', 'Old Administrator', 'admin', null::bigint),
  ('00000000-0000-4000-8000-000000000002', 'guest@old.test', 'Old Guest', 'customer_guest', 7)
) as given (id, email, name, role, customer_id) join groups on groups.type = role;

insert into invitations (user_id, invited_by, invited_by_name, created_at, expires_at, accepted_at) values
  ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'Old Administrator',
    '2026-11-01', '2026-11-04', '2026-11-02');

insert into group_names (group_id, customer_id, name, description, updated_at)
select id, 7, 'Visitors', 'Sees some orders', '2026-11-01' from groups where type = 'customer_guest';

insert into sales_orders (id, customer_id, customer_name, tran_id, memo, other_ref_num, email, tran_date, created_date,
  last_modified_date, status_id, status_name, currency_name, subtotal, tax, total) values
  (71, 7, 'Old Company', 'SO71', 'BOL 71', 'PO 71', 'office@old.test', '2026-10-01', '2026-10-01 12:00Z',
    '2026-10-02 12:00Z', 'G', 'Billed', 'CAD', 100, 13, 113),
  (72, 7, 'Old Company', 'SO72', 'BOL 72', 'PO 72', 'office@old.test', '2026-10-03', '2026-10-03 12:00Z',
    '2026-10-03 12:00Z', 'B', 'Pending Fulfillment', 'CAD', 200.5, 0, 200.5);

insert into order_lines (order_id, order_last_modified_date, lines, read_at) values
  (71, '2026-10-02 12:00Z', '[{"line": 1, "quantity": 2, "rate": 50, "amount": 100}]', '2026-10-02 13:00Z');

insert into order_assignments (user_id, order_id, assigned_by, assigned_at, note) values
  ('00000000-0000-4000-8000-000000000002', 71, '00000000-0000-4000-8000-000000000001', '2026-11-02', 'Please check');

insert into preferences (user_id, label, setting, updated_at) values
  ('00000000-0000-4000-8000-000000000001', 'Billed', '{"filter":{"status":"Billed"}}', '2026-11-02');

insert into attachments (id, order_id, original_name, content_type, size, sha256, uploaded_by, uploaded_by_name, created_at)
values ('00000000-0000-4000-8000-000000000071', 71, 'note.txt', 'text/plain', 4, sha256('note'),
  '00000000-0000-4000-8000-000000000001', 'Old Administrator', '2026-11-02');

insert into sync_runs (kind, status, phase, mode, watermark, server_time, fetched, created, heartbeat_at, started_at,
  finished_at)
select kind, 'complete', 'done', 'incremental', '2026-11-02', '2026-11-02', 2, 2, '2026-11-02', '2026-11-02', '2026-11-02'
from unnest(array['orders', 'customers']) kind;

insert into sync_failures values ('orders', 73, 'The record has no id.', '2026-11-02', '2026-11-02', 1);

insert into activity_log (created_date, action, content, actor_id, actor_name, subject_id, subject_name) values
  ('2026-11-02', 'sign-in', 'Old Administrator signed in', '00000000-0000-4000-8000-000000000001', 'Old Administrator',
    '00000000-0000-4000-8000-000000000001', 'Old Administrator');
