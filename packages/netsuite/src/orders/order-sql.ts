import type { RecordTable } from '../source/counts.ts';
import { customColumn, type OrderFields, selectCustomFields } from '../source/custom-fields.ts';
import type { AccountColumns, CandidateColumns } from '../source/probe-columns.ts';
import type { IdRange, Selection } from '../source/record-source.ts';
import { allOf, atOrAfter, day, idLiteral, inRange, onOrAfter, onOrBefore, utc } from '../source/suiteql-text.ts';
import { lineCandidates } from './order-lines.ts';

/** Sales orders among the transactions. */
export const orderTable: RecordTable = { from: 'transaction t', id: 't.id', modified: 't.lastmodifieddate' };

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

/** Orders of a selection, changed or not. */
export function isOrder({ customerId, from, to }: Selection): string {
  return allOf(
    isSalesOrder,
    customerId === null ? null : `t.entity = ${idLiteral(customerId)}`,
    from === null ? null : onOrAfter('t.trandate', from),
    to === null ? null : onOrBefore('t.trandate', to),
  );
}

const isSalesOrder = `t.type = 'SalesOrd'`;

/** Changed at or after the instant of a selection; null where any time will do. */
export function isChanged({ since }: Selection): string | null {
  return since === null ? null : atOrAfter('t.lastmodifieddate', since);
}

/** A page of a selection's orders by id. */
export function orderPage(columns: AccountColumns, fields: OrderFields, selection: Selection, range: IdRange): string {
  const where = allOf(isOrder(selection), isChanged(selection), inRange('t.id', range));
  return `${selectOrders(columns, fields)} WHERE ${where} ORDER BY t.id`;
}

/** Orders by the inside of IN (…). */
export function ordersById(columns: AccountColumns, fields: OrderFields, idList: string): string {
  return `${selectOrders(columns, fields)} WHERE ${isSalesOrder} AND t.id IN (${idList}) ORDER BY t.id`;
}

function selectOrders(columns: AccountColumns, fields: OrderFields): string {
  const has = (column: string) => columns.has(`transaction.${column}`);
  const optional = [
    'memo',
    'otherrefnum',
    'email',
    'terms',
    'currency',
    'location',
    'billingaddress',
    'shippingaddress',
  ];
  const total = has('foreigntotal') ? 'foreigntotal' : 'total';
  const selected = [
    't.id AS id',
    't.tranid AS tranid',
    `${day('t.trandate')} AS trandate`,
    `${utc('t.createddate')} AS createddate`,
    `${utc('t.lastmodifieddate')} AS lastmodifieddate`,
    't.entity AS entity',
    't.status AS status',
    ...optional.filter(has).map((column) => `t.${column} AS ${column}`),
    ...(has(total) ? [`t.${total} AS total`] : []),
    ...(has('saleseffectivedate') ? [`${day('t.saleseffectivedate')} AS saleseffectivedate`] : []),
    ...(has(fields.project) ? [`t.${fields.project} AS project`] : []),
    ...(has(fields.tax) ? [`t.${fields.tax} AS tax`] : []),
    ...selectCustomFields(fields.others, has),
  ];
  return `SELECT ${selected.join(', ')} FROM ${orderTable.from}`;
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

/** Names of customers as their orders show them, by the inside of IN (…). */
export function customerNamesOfOrders(idList: string): string {
  return (
    `SELECT DISTINCT t.entity AS id, BUILTIN.DF(t.entity) AS name FROM ${orderTable.from} ` +
    `WHERE ${isSalesOrder} AND t.entity IN (${idList}) ORDER BY t.entity`
  );
}

/** Orders whose lines changed at or after an instant, above an id. */
export function ordersWithChangedLines(since: Date, after: string): string {
  const where = allOf(
    isSalesOrder,
    't.id = l.transaction',
    atOrAfter('l.linelastmodifieddate', since),
    `t.id > ${idLiteral(after)}`,
  );
  return `SELECT DISTINCT t.id AS id FROM transactionline l, transaction t WHERE ${where} ORDER BY t.id`;
}
