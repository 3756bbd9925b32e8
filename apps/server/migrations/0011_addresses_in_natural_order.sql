-- Like all other sorted texts: É next to E, 2 before 10.
alter table customers alter column default_address type text collate natural_order;
