import type { CustomerScope } from '../../access/scope.ts';
import { customersWithin } from '../../access/scope-sql.ts';
import { holds } from '../../listing/conditions.ts';
import type { Column, ListDefinition, Search } from '../../listing/definition.ts';
import type { ListSource } from '../../listing/source.ts';
import { type Sql, sql } from '../../listing/sql.ts';

/** What a customer owes: not for its members. */
const balanceColumns: readonly Column[] = [
  { id: 'balance', kind: 'number', source: 'balance' },
  { id: 'depositBalance', kind: 'number', source: 'deposit_balance' },
  { id: 'overdueBalance', kind: 'number', source: 'overdue_balance' },
  { id: 'unbilledOrders', kind: 'number', source: 'unbilled_orders' },
];

const otherColumns: readonly Column[] = [
  { id: 'entityId', kind: 'text', source: 'entity_id' },
  { id: 'companyName', kind: 'text', source: 'company_name' },
  { id: 'email', kind: 'text', source: 'email' },
  { id: 'phone', kind: 'text', source: 'phone' },
  reference('category', 'category'),
  { id: 'dateCreated', kind: 'instant', source: 'date_created' },
  { id: 'lastModifiedDate', kind: 'instant', source: 'last_modified_date' },
  reference('entityStatus', 'entity_status'),
  reference('terms', 'terms'),
  reference('currency', 'currency'),
  reference('language', 'language'),
  { id: 'defaultAddress', kind: 'text', source: 'default_address' },
  reference('creditHoldOverride', 'credit_hold_override'),
  reference('priceLevel', 'price_level'),
  reference('subsidiary', 'subsidiary'),
  reference('salesRep', 'sales_rep'),
];

function reference(id: string, name: string): Column {
  return { id, kind: 'reference', source: `${name}_name`, idSource: `${name}_id` };
}

/** Over entityId, companyName, email and phone. */
const search: Search = { find: (term) => [isLike(term)], test: isLike };

function isLike(term: string): Sql {
  return holds(sql`search_text`, term);
}

const shared = {
  table: 'customers',
  aliases: {},
  defaultSort: { column: 'companyName', order: 'ASC' },
  search,
} as const;
const withBalances: ListDefinition = { ...shared, columns: [...otherColumns, ...balanceColumns] };
const withoutBalances: ListDefinition = { ...shared, columns: otherColumns };

/** The customer list as a scope shows it: a column that is not for the caller does not exist in it. */
export function customerDefinition(scope: CustomerScope): ListDefinition {
  return scope.balances ? withBalances : withoutBalances;
}

export function customerSource(scope: CustomerScope): ListSource {
  const within = customersWithin(scope);
  const statement = sql`select count(*) as list_total from customers where ${within ?? sql`true`}`;
  return {
    definition: customerDefinition(scope),
    within,
    isIndexed: () => true,
    lookUpTotal: (filters) => (filters.length === 0 ? { statement } : null),
    version: null,
  };
}
