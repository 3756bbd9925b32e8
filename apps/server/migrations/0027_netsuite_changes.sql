-- Records that the change feed announced and that are not read yet; one row per record, however often it changed.
create table netsuite_changes (
  kind text not null check (kind in ('orders', 'customers')),
  record_id bigint not null,
  primary key (kind, record_id)
);
