-- Such lines are for administrators alone, not for all of the staff. Indexes follow the column.
alter table activity_log rename column staff_only to administrators_only;
