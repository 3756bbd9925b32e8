-- Lists answer with exact totals at any size without counting rows: the counts are kept by the database itself, in the
-- statement that changes the rows.
create table order_counts_by_customer (
  customer_id bigint primary key,     -- 0 stands for orders without a customer
  orders bigint not null
);
create table order_counts_by_day (
  created_day date not null,          -- 0001-01-01 stands for orders without a creation date
  status_name text not null,          -- '' stands for orders without a status
  orders bigint not null,
  primary key (created_day, status_name)
);
