import type { OrderScope } from '../../access/scope.ts';
import { ordersWithin } from '../../access/scope-sql.ts';
import { filterCondition } from '../../listing/conditions.ts';
import { parseListQuery } from '../../listing/parse-list-query.ts';
import type { Database } from '../../platform/database.ts';
import { PortalError } from '../../platform/errors.ts';
import { all, runSql, type Sql, sql } from '../../platform/sql.ts';
import { orderDefinition } from './orders-list.ts';
import { takeScopeFilters } from './scope-filters.ts';

/** Whether the order is in scope. */
export async function hasOrder(scope: OrderScope, db: Database, id: string): Promise<boolean> {
  const found = await runSql(
    db,
    sql`select from sales_orders where id = ${id} and ${ordersWithin(scope) ?? sql`true`}`,
  );
  return found.length > 0;
}

/**
 * Condition on `sales_orders` for the orders in scope that match a search and filters of the list, without paging.
 * Throws a 400 that names what is invalid.
 */
export function matchingOrders(scope: OrderScope, query: { search?: string; filter?: string }): Sql {
  const definition = orderDefinition(scope);
  const asked = takeScopeFilters(scope, query);
  const { search, filters } = parseListQuery(definition, { page: 1, limit: 1, ...asked.query });
  return all([
    ordersWithin(asked.scope) ?? sql`true`,
    ...filters.map(filterCondition),
    ...(search === null ? [] : [definition.search.test(search)]),
  ]);
}

/** The same for stored queries, which match nothing once their columns are no longer visible to the user. */
export function stillMatchingOrders(scope: OrderScope, query: { search?: string; filter?: string }): Sql {
  try {
    return matchingOrders(scope, query);
  } catch (error) {
    if (error instanceof PortalError) return sql`false`;
    throw error;
  }
}
