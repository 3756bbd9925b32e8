-- What is overdue is summed from invoices and kept for as long as the orders have the same version. Whatever else changes an
-- invoice's part of that changes its order as well, so that only its due date and amount need a trigger of their own.
create function note_changed_dues() returns trigger language plpgsql as $$
begin
  update mirror_versions set version = gen_random_uuid() where mirror = 'orders' and exists (
    select from added join removed using (id)
    where (added.due_date, added.open_amount) is distinct from (removed.due_date, removed.open_amount)
  );
  return null;
end $$;
create trigger note_changed_dues after update on invoices referencing old table as removed new table as added
  for each statement execute function note_changed_dues();
