-- When the user's group or customer last changed: its earlier log entries belong to its former placement.
alter table users add column placed_at timestamptz;
