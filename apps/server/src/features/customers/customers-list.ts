import type { CustomerScope } from '../../access/scope.ts';
import { customersWithin } from '../../access/scope-sql.ts';
import { textContains } from '../../listing/conditions.ts';
import {
  type Column,
  type ListDefinition,
  type ListSource,
  referenceColumn,
  type Search,
} from '../../listing/definition.ts';
import type { ColumnHeaders } from '../../listing/export/columns.ts';
import { type Sql, sql } from '../../platform/sql.ts';

/** Balances are not visible to customer members. */
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
  referenceColumn('category', 'category'),
  { id: 'dateCreated', kind: 'instant', source: 'date_created' },
  { id: 'lastModifiedDate', kind: 'instant', source: 'last_modified_date' },
  referenceColumn('entityStatus', 'entity_status'),
  referenceColumn('terms', 'terms'),
  referenceColumn('currency', 'currency'),
  referenceColumn('language', 'language'),
  { id: 'defaultAddress', kind: 'text', source: 'default_address' },
  referenceColumn('creditHoldOverride', 'credit_hold_override'),
  referenceColumn('priceLevel', 'price_level'),
  referenceColumn('subsidiary', 'subsidiary'),
  referenceColumn('salesRep', 'sales_rep'),
];

/** Over entityId, companyName, email and phone. */
const search: Search = { find: (term) => [isLike(term)], test: isLike };

function isLike(term: string): Sql {
  return textContains(sql`search_text`, term);
}

const shared = {
  table: 'customers',
  aliases: {},
  defaultSort: { column: 'companyName', order: 'ASC' },
  search,
} as const;
const withBalances: ListDefinition = { ...shared, columns: [...otherColumns, ...balanceColumns] };
const withoutBalances: ListDefinition = { ...shared, columns: otherColumns };

/** The customer list for a scope. Columns that the caller may not see are not part of it. */
export function customerDefinition(scope: CustomerScope): ListDefinition {
  return scope.balances ? withBalances : withoutBalances;
}

/** Reads the version of the mirrored customers, which changes in the transaction of every change of a customer. */
const customersVersion = sql`select version from mirror_versions where mirror = 'customers'`;

/** The customers in scope: few enough to count, and to sort by any column. */
export function customerSource(scope: CustomerScope): ListSource {
  const within = customersWithin(scope);
  const statement = sql`select count(*) as list_total from customers where ${within ?? sql`true`}`;
  return {
    definition: customerDefinition(scope),
    within,
    isIndexed: () => true,
    lookUpTotal: (filters) => (filters.length === 0 ? { statement } : null),
    version: customersVersion,
  };
}

/** Column headers, in the same words and order as the web app's list and customer dialog. */
export const customerHeaders: ColumnHeaders = {
  entityId: 'Entity ID',
  companyName: 'Company Name',
  email: 'Email',
  phone: 'Phone',
  category: 'Category',
  entityStatus: 'Status',
  terms: 'Terms',
  currency: 'Currency',
  language: 'Language',
  priceLevel: 'Price Level',
  subsidiary: 'Subsidiary',
  salesRep: 'Sales Rep',
  creditHoldOverride: 'Credit Hold',
  defaultAddress: 'Default Address',
  dateCreated: 'Created',
  lastModifiedDate: 'Last Modified',
  depositBalance: 'Deposit Balance',
  overdueBalance: 'Overdue Balance',
  unbilledOrders: 'Unbilled Orders',
  balance: 'Balance',
};
