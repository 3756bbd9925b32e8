-- After 90 days there are more than 100,000 runs: without these, each event stream that opens and each sync read them all.
create index sync_runs_newest on sync_runs (started_at desc, id);
create index sync_runs_of_customer on sync_runs (customer_id, started_at desc, id) where customer_id is not null;
create index sync_runs_latest on sync_runs (kind, heartbeat_at desc);
create index sync_runs_server_time on sync_runs (kind, server_time) include (mode, customer_id)
  where status in ('complete', 'partial') and mode in ('incremental', 'nightly');
