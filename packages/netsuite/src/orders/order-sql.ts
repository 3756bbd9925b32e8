import { customColumn, type OrderFields, selectCustomFields } from '../source/custom-fields.ts';
import type { AccountColumns, CandidateColumns } from '../source/probe-columns.ts';
import { day } from '../source/suiteql-text.ts';
import { selectKnown } from '../source/transaction-source.ts';
import { lineCandidates } from './order-lines.ts';

/** Columns that not every account or role has (suiteql-facts, section 2). */
export const orderCandidates = (fields: OrderFields): CandidateColumns => ({
  transaction: [
    'memo',
    'otherrefnum',
    'email',
    'terms',
    'currency',
    'foreigntotal',
    'total',
    'location',
    'saleseffectivedate',
    'shipdate',
    'billingaddress',
    'shippingaddress',
    fields.project,
    fields.tax,
    ...fields.others.map(customColumn),
  ],
  salesorder: ['id', 'saleseffectivedate', 'location'],
  transactionline: ['id', ...lineCandidates],
  transactionbillingaddress: ['nkey', 'addrtext'],
  transactionshippingaddress: ['nkey', 'addrtext'],
});

const optional = [
  ...['memo', 'otherrefnum', 'email', 'terms', 'currency', 'location'],
  ...['billingaddress', 'shippingaddress'],
];

export function selectOrders(columns: AccountColumns, fields: OrderFields): string[] {
  const has = (column: string) => columns.has(`transaction.${column}`);
  const total = has('foreigntotal') ? 'foreigntotal' : 'total';
  const dayIfKnown = (column: string) => (has(column) ? [`${day(`t.${column}`)} AS ${column}`] : []);
  return [
    ...selectKnown(columns, optional),
    ...(has(total) ? [`t.${total} AS total`] : []),
    ...dayIfKnown('saleseffectivedate'),
    ...dayIfKnown('shipdate'),
    ...(has(fields.project) ? [`t.${fields.project} AS project`] : []),
    ...(has(fields.tax) ? [`t.${fields.tax} AS tax`] : []),
    ...selectCustomFields(fields.others, has),
  ];
}

/** What the subtype table `salesorder` adds where `transaction` lacks it; null where there is nothing to add. */
export function subtypeColumns(columns: AccountColumns): string | null {
  const isOnlyThere = (column: string) => !columns.has(`transaction.${column}`) && columns.has(`salesorder.${column}`);
  const selected = [
    ...(isOnlyThere('saleseffectivedate') ? [`${day('s.saleseffectivedate')} AS saleseffectivedate`] : []),
    ...(isOnlyThere('location') ? ['s.location AS location'] : []),
  ];
  return selected.length === 0 || !columns.has('salesorder.id') ? null : ['s.id AS id', ...selected].join(', ');
}
