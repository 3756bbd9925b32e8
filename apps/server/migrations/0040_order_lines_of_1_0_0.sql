-- Release 1.0.0 reads and writes these two columns, which 0024 removed. During an upgrade it runs beside this release, and
-- without them could not open an order. Its lines hold rounded amounts, which this release cannot read (0020), so they are
-- not stored: 1.0.0 then asks NetSuite each time. Nothing else uses the columns.
alter table order_lines add column order_last_modified_date timestamptz, add column read_at timestamptz;

create function discard_order_lines_of_1_0_0() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger discard_order_lines_of_1_0_0 before insert or update on order_lines
  for each row when (new.read_at is not null) execute function discard_order_lines_of_1_0_0();
