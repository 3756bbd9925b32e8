import { openStates, orderStatuses } from '@portal/contract/values';
import type { OrderScope } from '../../access/scope.ts';
import { ordersWithin } from '../../access/scope-sql.ts';
import { containsAsOneOfFew } from '../../listing/conditions.ts';
import {
  type Column,
  type ListDefinition,
  type ListRequest,
  type ListSource,
  referenceColumn,
} from '../../listing/definition.ts';
import type { ColumnHeaders } from '../../listing/export/columns.ts';
import { raw } from '../../platform/sql.ts';
import { lookUpOrderTotal } from './list-totals.ts';
import { progressColumns } from './order-progress.ts';
import { nameColumn, numberColumn, searchEverything, searchWithoutNumbers } from './orders-search.ts';

const table = 'sales_orders';

/** tranId, memo, otherRefNum: not visible to guests. */
const numberColumns: readonly Column[] = [
  numberColumn('tranId', 'tran_id'),
  // A memo can exceed the size limit of an index entry.
  { ...numberColumn('memo', 'memo'), sortExpression: 'left(memo, 300)' },
  numberColumn('otherRefNum', 'other_ref_num'),
];

function fewValuedColumn(id: string, name: string): Column {
  const column = referenceColumn(id, name);
  return { ...column, find: containsAsOneOfFew(table, column) };
}

const otherColumns: readonly Column[] = [
  { id: 'tranDate', kind: 'day', source: 'tran_date' },
  { id: 'createdDate', kind: 'instant', source: 'created_date' },
  { id: 'lastModifiedDate', kind: 'instant', source: 'last_modified_date' },
  { id: 'salesEffectiveDate', kind: 'day', source: 'sales_effective_date' },
  nameColumn({ id: 'entity', kind: 'reference', source: 'customer_name', idSource: 'customer_id' }),
  nameColumn({ id: 'email', kind: 'text', source: 'email' }),
  { id: 'status', kind: 'choice', source: 'status_name', idSource: 'status_id', choices: orderStatuses },
  fewValuedColumn('terms', 'terms'),
  fewValuedColumn('location', 'location'),
  fewValuedColumn('currency', 'currency'),
  fewValuedColumn('custbody_ns_project', 'project'),
  { id: 'billAddress', kind: 'text', source: 'bill_address', sortExpression: null },
  { id: 'shipAddress', kind: 'text', source: 'ship_address', sortExpression: null },
  { id: 'subtotal', kind: 'number', source: 'subtotal' },
  { id: 'total', kind: 'number', source: 'total' },
  { id: 'custbody_stc_tax_after_discount', kind: 'number', source: 'tax' },
];

const shared = {
  table,
  aliases: { createData: { column: 'createdDate' }, minAmount: { column: 'total', bound: 'min' } },
  defaultSort: { column: 'createdDate', order: 'DESC' },
} as const;
const allColumns: readonly Column[] = [...numberColumns, ...otherColumns];

/** The fields of NetSuite's record that the caller may see. */
export function rawDataColumns({ seesOrderNumbers }: Pick<OrderScope, 'seesOrderNumbers'>): readonly Column[] {
  return seesOrderNumbers ? allColumns : otherColumns;
}

type Visible = Pick<OrderScope, 'seesOrderNumbers' | 'seesInvoices' | 'seesOpenAmounts' | 'hidesUnbilled'>;
const definitions = new Map<string, ListDefinition>();

/** The order list for a scope. Columns that the caller may not see are not part of it. */
export function orderDefinition({
  seesOrderNumbers,
  seesInvoices,
  seesOpenAmounts,
  hidesUnbilled,
}: Visible): ListDefinition {
  const visible: Visible = { seesOrderNumbers, seesInvoices, seesOpenAmounts, ...(hidesUnbilled && { hidesUnbilled }) };
  const key = JSON.stringify(visible);
  const definition = definitions.get(key) ?? {
    ...shared,
    columns: [...rawDataColumns(visible), ...progressColumns(visible)],
    search: (seesOrderNumbers ? searchEverything : searchWithoutNumbers)(visible),
  };
  definitions.set(key, definition);
  return definition;
}

/** Reads the version of the mirrored orders, which changes in the transaction of every change of an order. */
export const ordersVersionQuery = "select version from mirror_versions where mirror = 'orders'";

/** Whether the indexes of migrations 0035 and 0042 have everything that a list needs to find and sort its orders. */
function isCoveredByIndex(
  orders: OrderScope['orders'],
  { filters, sort }: Pick<ListRequest, 'filters' | 'sort'>,
): boolean {
  if (sort.column.id !== 'createdDate') return false;
  const ids = filters.map(({ column }) => column.id);
  const isOpen = filters.some(
    (filter) => filter.kind === 'oneOf' && filter.column.id === 'shipping' && filter.values.every(isOpenState),
  );
  if (isOpen) return ids.every((id) => ['shipping', 'expected', 'createdDate'].includes(id));
  return orders.kind === 'all' && ids.length === 1 && ['dueDate', 'lastShipped'].includes(ids[0] ?? '');
}

const isOpenState = (state: string) => openStates.some((open) => open === state);

/** The orders in scope, with the total from the maintained counts where possible. */
export function orderSource(scope: OrderScope): ListSource {
  const { orders, missingPapers } = scope;
  // Assignments and requests for papers change independently of the orders.
  const isIndependent = orders.kind === 'assigned' || missingPapers !== undefined;
  return {
    definition: orderDefinition(scope),
    within: ordersWithin(scope),
    isIndexed: (columnId) => orders.kind === 'all' || (orders.kind !== 'assigned' && columnId === 'createdDate'),
    isCovered: (request) => !isIndependent && isCoveredByIndex(orders, request),
    lookUpTotal: (filters) => (missingPapers === undefined ? lookUpOrderTotal(orders, filters) : null),
    version: isIndependent ? null : raw(ordersVersionQuery),
  };
}

/** Column headers, in the same words and order as the web app's list and order dialog. */
export const orderHeaders: ColumnHeaders = {
  tranId: 'Sales Order #',
  memo: 'BOL In #',
  otherRefNum: 'Purchase Order #',
  entity: 'Customer',
  status: 'Status',
  tranDate: 'Order Date',
  createdDate: 'Created Date',
  lastModifiedDate: 'Last Modified',
  salesEffectiveDate: 'Sales Effective Date',
  email: 'Email',
  terms: 'Terms',
  location: 'Location',
  currency: 'Currency',
  custbody_ns_project: 'Project',
  billAddress: 'Billing Address',
  shipAddress: 'Shipping Address',
  subtotal: 'Subtotal',
  custbody_stc_tax_after_discount: 'Tax',
  total: 'Total',
  shipping: 'Shipping',
  ordered: 'Ordered',
  shipped: 'Shipped',
  backordered: 'Backordered',
  tracking: 'Tracking',
  expected: 'Expected',
  lastShipped: 'Last Shipped',
  billing: 'Billing',
  dueDate: 'Due Date',
  openAmount: 'Open Amount',
  carrier: 'Carrier',
  until: 'Access Until',
  note: 'Note',
};
