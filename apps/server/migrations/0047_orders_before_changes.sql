-- Orders as they were before changes of which followers have yet to be notified: a followed preset also notifies of what
-- takes an order out of it. Nothing is kept while nobody follows a preset.
create table changed_orders (
  order_id bigint not null,
  learned_at timestamptz not null,    -- when the portal read the change
  before jsonb not null               -- the row of sales_orders
);
create index changed_orders_order on changed_orders (order_id);
create index order_follows_preset on order_follows (user_id) where preset_id is not null;

create function keep_changed_orders() returns trigger language plpgsql as $$
begin
  if exists (select from order_follows where preset_id is not null) then
    insert into changed_orders select id, learned_at(), to_jsonb(removed) from removed;
  end if;
  return null;
end $$;
create trigger keep_changed_orders after update on sales_orders referencing old table as removed
  for each statement when (learned_at() is not null) execute function keep_changed_orders();
