-- When a user's latest mail about orders was queued: it is under way until `mailed_at`.
alter table notification_settings add column mail_queued_at timestamptz;
