-- As all other texts that are sorted by: É beside E, 2 before 10.
alter table customers alter column default_address type text collate natural_order;
