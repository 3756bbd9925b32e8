-- Entries visible only to administrators, not to all staff. Indexes follow the column.
alter table activity_log rename column staff_only to administrators_only;
