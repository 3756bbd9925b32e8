import { uuid } from '@portal/contract/common';
import { type OrderScope, ordersOfNotice } from '../../access/scope.ts';
import { parseJsonObject, refusedQuery } from '../../listing/filter-values.ts';

type Filtered = { filter?: string | undefined };

/**
 * The `assignment` filter of a guest's list, which matches no column: only orders in one email. It narrows the scope
 * and is then removed from the query. For all other users the filter does not exist.
 */
export function takeAssignmentFilter<Query extends Filtered>(
  scope: OrderScope,
  query: Query,
): { scope: OrderScope; query: Query } {
  if (scope.orders.kind !== 'assigned' || query.filter === undefined) return { scope, query };
  const filter = parseJsonObject(query.filter);
  if (filter === undefined) return { scope, query };
  const { assignment, ...others } = filter;
  const rest = { ...query, filter: JSON.stringify(others) };
  if (assignment === undefined || assignment === null || assignment === '') return { scope, query: rest };
  const id = uuid.safeParse(assignment);
  if (!id.success) throw refusedQuery({ path: 'filter.assignment', message: 'must be a portal id' });
  return { scope: ordersOfNotice(scope, id.data), query: rest };
}
