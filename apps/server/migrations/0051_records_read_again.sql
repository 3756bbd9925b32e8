-- Up to which id each kind was last read again in full: records of which NetSuite changes no date are found in turn, at night.
create table netsuite_rereads (
  kind text primary key check (kind in ('orders', 'customers', 'fulfillments', 'invoices')),
  up_to bigint not null
);
