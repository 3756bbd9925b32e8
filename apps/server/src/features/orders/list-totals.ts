import type { OrderScope } from '../../access/scope.ts';
import type { Filter, IndexBound, KnownTotal } from '../../listing/definition.ts';
import { endOfDay, startOfDay } from '../../listing/filter-values.ts';
import { all, join, raw, type Sql, sql } from '../../platform/sql.ts';

/** Total of an order list from the maintained counts; null if only the orders themselves can give it. */
export function lookUpOrderTotal(reach: OrderScope['orders'], filters: readonly Filter[]): KnownTotal | null {
  switch (reach.kind) {
    case 'none':
      return { statement: sql`select 0 as list_total` };
    case 'customer': {
      const orders = sql`select orders from order_counts_by_customer where customer_id = ${reach.customerId}`;
      return filters.length > 0 ? null : { statement: sql`select coalesce((${orders}), 0) as list_total` };
    }
    case 'assigned':
      return null;
    case 'all':
      if (filters.length > 0) return lookUpByDay(filters);
      return { statement: sql`select coalesce(sum(orders), 0) as list_total from order_counts_by_status` };
  }
}

type Span = { from: string | null; to: string | null };

/** Choices by which orders are counted, beside the day. The counts have columns of the same names. */
const countedChoices: readonly string[] = ['status_name', 'shipping', 'billing'];

/** Total from the counts by day and choices; other filters need the orders. */
function lookUpByDay(filters: readonly Filter[]): KnownTotal | null {
  const choices: Sql[] = [];
  let span: Span = { from: null, to: null };
  for (const filter of filters) {
    if (filter.kind === 'oneOf' && countedChoices.includes(filter.column.source)) {
      choices.push(sql`${raw(filter.column.source)} = any(${filter.values})`);
    } else if (filter.kind === 'range' && filter.column.id === 'createdDate') {
      span = intersect(span, filter);
    } else {
      return null;
    }
  }
  const { days, edges } = split(span);
  const matched = sql`select coalesce(sum(orders), 0) as orders, min(created_day) filter (where orders > 0) as first_day,
    max(created_day) filter (where orders > 0) as last_day
  from order_counts_by_day where ${all([...days, ...choices])}`;
  if (edges.length > 0) {
    const counts = edges.map((edge) => sql`(select count(*) from sales_orders where ${all([edge, ...choices])})`);
    return { statement: sql`select orders + ${join(counts, ' + ')} as list_total from (${matched}) as matched` };
  }
  const between = sql`select sum(orders) from order_counts_by_day
  where created_day >= matched.first_day and created_day <= matched.last_day`;
  const statement = sql`select orders as list_total, first_day, last_day,
  ${choices.length === 0 ? sql`orders` : sql`(${between})`} as rows_between
from (${matched}) as matched`;
  return { statement, narrow: betweenDays };
}

/** Range from the first to the last day with matching orders, so that an index scan can skip the rest. */
function betweenDays(row: Readonly<Record<string, unknown>>): IndexBound | null {
  const { first_day: first, last_day: last, rows_between: rows } = row;
  // Orders without a day sort before the first one.
  if (typeof first !== 'string' || typeof last !== 'string' || first === '-infinity') return null;
  const condition = sql`created_date >= ${startOfDay(first)} and created_date <= ${endOfDay(last)}`;
  return { columnId: 'createdDate', condition, rows: Number(rows) };
}

function intersect(one: Span, other: Span): Span {
  const later = one.from !== null && other.from !== null && one.from > other.from ? one.from : (other.from ?? one.from);
  const earlier = one.to !== null && other.to !== null && one.to < other.to ? one.to : (other.to ?? one.to);
  return { from: later, to: earlier };
}

const dayOf = (instant: string) => instant.slice(0, 10);

/** Whole days, which have counts, and the partial days at either end, which have to be counted. */
function split({ from, to }: Span): { days: Sql[]; edges: Sql[] } {
  if (from === null && to === null) return { days: [], edges: [] };
  if (from !== null && to !== null && from > to) return { days: [sql`false`], edges: [] };
  const days = [sql`created_day > '-infinity'`];
  const edges: Sql[] = [];
  const startsWithin = from !== null && from !== startOfDay(dayOf(from));
  const endsWithin = to !== null && to !== endOfDay(dayOf(to));
  if (from !== null && to !== null && dayOf(from) === dayOf(to) && (startsWithin || endsWithin)) {
    return { days: [sql`false`], edges: [sql`created_date >= ${from} and created_date <= ${to}`] };
  }
  if (from !== null) {
    days.push(startsWithin ? sql`created_day > ${dayOf(from)}` : sql`created_day >= ${dayOf(from)}`);
    if (startsWithin) edges.push(sql`created_date >= ${from} and created_date <= ${endOfDay(dayOf(from))}`);
  }
  if (to !== null) {
    days.push(endsWithin ? sql`created_day < ${dayOf(to)}` : sql`created_day <= ${dayOf(to)}`);
    if (endsWithin) edges.push(sql`created_date >= ${startOfDay(dayOf(to))} and created_date <= ${to}`);
  }
  return { days, edges };
}
