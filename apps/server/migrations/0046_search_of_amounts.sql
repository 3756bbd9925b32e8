-- The search of orders also finds them by the exact total of an invoice. Pages of it are kept for as long as the orders have the
-- same version, so a changed total of an invoice changes that as well.
create index invoices_total on invoices (total, order_id);
create or replace function note_changed_dues() returns trigger language plpgsql as $$
begin
  update mirror_versions set version = gen_random_uuid() where mirror = 'orders' and exists (
    select from added join removed using (id)
    where (added.due_date, added.open_amount, added.total) is distinct from (removed.due_date, removed.open_amount, removed.total)
  );
  return null;
end $$;
