-- When each mirror was last complete is read with every order that is opened, from months of runs.
create index sync_runs_complete on sync_runs (kind, finished_at)
  where status in ('complete', 'partial') and mode in ('incremental', 'nightly');
