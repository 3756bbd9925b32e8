-- Release 1.0.0 writes these two columns, which 0024 removed. During an upgrade it runs beside this release, and without
-- them could not open an order. Nothing else uses them.
alter table order_lines add column order_last_modified_date timestamptz, add column read_at timestamptz;
