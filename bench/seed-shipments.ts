import { sumQuantities } from '@portal/netsuite/orders/order-lines';
import { toOrderLine } from '@portal/server/features/sync/order-line-queries';
import { updateProgress } from '@portal/server/features/sync/order-progress-queries';
import type { DatabaseClient } from '@portal/server/platform/database';

/** Lines of an order in one state, with what was shipped of them; many orders have the same ones. */
type Pattern = {
  state: string;
  variant: number;
  lines: unknown[];
  ordered: string | null;
  shipped: string | null;
  backordered: string | null;
  shipments: unknown[][];
};

const variants = 60;
const states = ['A', 'B', 'C', 'D', 'F', 'G', 'H'] as const;
const items = ['Anvil', 'Bolt', 'Chai', 'Dowel', 'Easel', 'Filter', 'Gasket', 'Hinge', 'Inlet', 'Joint', 'Kettle'];

/** A canceled order and one that waits has no shipments, one in D is partly shipped, some others are shipped twice. */
function createPattern(state: (typeof states)[number], variant: number): Pattern {
  const isShipped = state === 'F' || state === 'G' || state === 'H';
  const lines = Array.from({ length: 1 + (variant % 5) }, (_, index) => {
    const quantity = 2 + ((variant * 7 + index * 3) % 24);
    const shipped = isShipped ? quantity : state === 'D' && index === 0 ? quantity - 1 : 0;
    const item = (variant + index * 5) % items.length;
    return {
      line: index + 1,
      itemId: String(100 + item),
      itemName: `${items[item]} ${variant % 9}`,
      description: null,
      quantity: String(quantity),
      quantityShipped: String(shipped),
      quantityBilled: String(state === 'G' || state === 'D' ? shipped : 0),
      quantityBackordered: String(!isShipped && variant % 3 === 0 ? quantity - shipped : 0),
      isClosed: state === 'H',
      rate: `${5 + item}.5`,
      amount: String((5.5 + item) * quantity),
    };
  });
  const shipped = lines.filter(({ quantityShipped }) => quantityShipped !== '0');
  const half = variant % 3 === 0 && isShipped ? Math.ceil(shipped.length / 2) : shipped.length;
  const shipments = [shipped.slice(0, half), shipped.slice(half)].filter((part) => part.length > 0);
  const shipmentLines = shipments.map((part) =>
    part.map(({ line, itemId, itemName, quantityShipped }) => ({
      line,
      item: { id: itemId, refName: itemName },
      quantity: Number(quantityShipped),
    })),
  );
  return {
    state,
    variant,
    lines: lines.map(toOrderLine),
    ...sumQuantities(lines),
    shipments: shipmentLines,
  };
}

const patternsSql = `
create table seed_patterns as
select * from jsonb_to_recordset($1) as pattern (state text, variant integer, lines jsonb, ordered numeric,
  shipped numeric, backordered numeric, shipments jsonb)`;

const hasPattern = `pattern.state = o.status_id and pattern.variant = o.id * 37 % ${variants} and o.id between $1 and $2`;

const linesSql = `
insert into order_lines (order_id, lines)
select o.id, pattern.lines from sales_orders o join seed_patterns pattern on ${hasPattern} order by o.id`;

const quantitiesSql = `
update sales_orders o set ordered = pattern.ordered, shipped = pattern.shipped, backordered = pattern.backordered,
  expected_date = o.tran_date + 3 + (o.id % 20)::integer
from seed_patterns pattern where ${hasPattern}`;

// Two of five shipments have tracking numbers, one of four has two packages.
const fulfillmentsSql = `
insert into fulfillments (id, order_id, customer_id, tran_id, status_id, ship_date, method_id, method_name, carrier,
  created_date, last_modified_date, lines, packages)
select record, order_id, customer_id, 'IF' || record, 'C', shipped_at::date, (4 + record % 4)::text,
  (array['UPS Ground', 'FedEx Ground', 'Purolator Express', 'Canada Post'])[1 + record % 4],
  (array['ups', 'fedex', 'nonups', 'nonups'])[1 + record % 4], shipped_at, shipped_at, shipment, (
    select jsonb_agg(jsonb_build_object('weight', 5 + record % 50, 'description', 'Carton') || case
      when record % 5 < 2 then jsonb_build_object('trackingNumber', (array['1Z999AA1', '7718', 'PUR', '4006'])[1 + record % 4]
        || lpad(((record * 2 + package) * 2654435761 % 10000000000)::text, 10, '0'))
      else '{}' end)
    from generate_series(1, case when record % 4 = 0 then 2 else 1 end) as package)
from (
  select o.id as order_id, customer_id, shipment, o.id * 2 + number + 1000000000 as record,
    created_date + (number * 4 + o.id % 9) * interval '1 day' as shipped_at
  from sales_orders o join seed_patterns pattern on ${hasPattern}
  cross join jsonb_array_elements(pattern.shipments) with ordinality as each_shipment (shipment, number)
) shipments order by record`;

// Of the latest 60,000 invoices of a million, two of three are unpaid in whole or in part, of the others one of 50.
const invoicesSql = `
insert into invoices (id, order_id, customer_id, tran_id, status_id, tran_date, due_date, currency_id, currency_name, total,
  open_amount, created_date, last_modified_date)
select id + 2000000000, id, customer_id, 'INV' || (700000 + id), case when unpaid = 0 then 'B' else 'A' end, billed_at::date,
  billed_at::date + 30, currency_id, currency_name, total, round(total * unpaid, 2), billed_at, billed_at
from (
  select *, created_date + interval '12 days' as billed_at, case
      when id > $3 * 0.94 then id % 3 / 2.0
      when id % 50 = 7 then 1
      else 0
    end as unpaid
  from sales_orders where id between $1 and $2 and status_id in ('G', 'D')
) billed order by id`;

const eventsSql = `
insert into order_events (order_id, kind, record_id, occurred_on, changed_at, learned_at)
select order_id, kind, record, at::date, at, at from (
  select id as order_id, 'created' as kind, id as record, created_date as at from sales_orders where id between $1 and $2
  union all
  select order_id, 'shipment', id, created_date from fulfillments where order_id between $1 and $2
  union all
  select order_id, 'invoice', id, created_date from invoices where order_id between $1 and $2
) happened order by happened.at`;

/**
 * Returns what completes seeded orders: lines, shipments, invoices and events. The orders' own columns are written by the
 * functions of the sync. `end` is to be called when all orders are seeded.
 */
export async function startShipments({ db, pool }: DatabaseClient, orders: number) {
  const patterns = states.flatMap((state) =>
    Array.from({ length: variants }, (_, variant) => createPattern(state, variant)),
  );
  await pool.query(patternsSql, [JSON.stringify(patterns)]);
  // Nobody follows these orders, and their followers would be looked for when a portal starts.
  await pool.query('alter table order_events disable trigger queue_order_events');
  const complete = async (first: number, last: number) => {
    for (const statement of [linesSql, quantitiesSql, fulfillmentsSql]) await pool.query(statement, [first, last]);
    await pool.query(invoicesSql, [first, last, orders]);
    await pool.query(eventsSql, [first, last]);
    await updateProgress(
      db,
      Array.from({ length: last - first + 1 }, (_, index) => String(first + index)),
    );
    // The next orders reuse the space of the replaced rows.
    await pool.query('vacuum sales_orders');
  };
  const end = async () => {
    await pool.query('alter table order_events enable trigger queue_order_events');
    await pool.query('drop table seed_patterns');
  };
  return { complete, end };
}
