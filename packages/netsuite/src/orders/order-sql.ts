import type { IdRange, Selection } from '../source/record-source.ts';
import {
  allOf,
  atOrAfter,
  day,
  idLiteral,
  inRange,
  isOneOf,
  onOrAfter,
  onOrBefore,
  utc,
} from '../source/suiteql-text.ts';
import { linesTellLocation, linesTellSubtotal, type OrderColumns } from './order-columns.ts';

/** Sales orders among the transactions. */
export const orderTable = { from: 'transaction t', id: 't.id' };

/** Orders of a selection, changed or not. */
export function isOrder({ customerId, from, to }: Selection): string {
  return allOf(
    `t.type = 'SalesOrd'`,
    customerId === null ? null : `t.entity = ${idLiteral(customerId)}`,
    from === null ? null : onOrAfter('t.trandate', from),
    to === null ? null : onOrBefore('t.trandate', to),
  );
}

/** Changed at or after the instant of a selection; null where any time will do. */
export function isChanged({ since }: Selection): string | null {
  return since === null ? null : atOrAfter('t.lastmodifieddate', since);
}

/** A page of a selection's orders by id. `joined` brings addresses and line sums along in the same request. */
export function orderPage(columns: OrderColumns, selection: Selection, range: IdRange, joined: boolean): string {
  const where = allOf(isOrder(selection), isChanged(selection), inRange('t.id', range));
  return `${selectOrders(columns, joined)} WHERE ${where} ORDER BY t.id`;
}

function selectOrders(columns: OrderColumns, joined: boolean): string {
  const { own } = columns;
  const selected = [
    't.id',
    't.tranid',
    't.memo',
    `${day('t.trandate')} AS trandate`,
    `${utc('t.createddate')} AS createddate`,
    `${utc('t.lastmodifieddate')} AS lastmodifieddate`,
    ...named('t.entity', 'entity'),
    't.status',
    't.foreigntotal',
    ...(own.has('otherrefnum') ? ['t.otherrefnum'] : []),
    ...(own.has('email') ? ['t.email'] : []),
    ...(own.has('terms') ? named('t.terms', 'terms') : []),
    ...(own.has('currency') ? named('t.currency', 'currency') : []),
    ...(own.has('custbody_ns_project') ? named('t.custbody_ns_project', 'project') : []),
    ...(own.has('custbody_stc_tax_after_discount') ? ['t.custbody_stc_tax_after_discount AS tax'] : []),
    ...(own.has('saleseffectivedate') ? [`${day('t.saleseffectivedate')} AS saleseffectivedate`] : []),
    ...(own.has('subtotal') ? ['t.subtotal'] : []),
  ];
  const joins: string[] = [];
  if (own.has('location')) selected.push(...named('t.location', 'location'));
  else if (linesTellLocation(columns)) {
    selected.push(...named('m.location', 'location'));
    joins.push(`LEFT JOIN transactionline m ON m.transaction = t.id AND m.mainline = 'T'`);
  }
  if (joined && needsLineSums(columns)) {
    selected.push(
      `(SELECT SUM(l.foreignamount) FROM transactionline l WHERE l.transaction = t.id AND ${countsAsSale(columns)}) AS linesum`,
    );
  }
  if (joined && columns.addresses) {
    selected.push('b.addrtext AS billaddress', 's.addrtext AS shipaddress');
    joins.push('LEFT JOIN transactionbillingaddress b ON b.nkey = t.billingaddress');
    joins.push('LEFT JOIN transactionshippingaddress s ON s.nkey = t.shippingaddress');
  }
  if (!joined && columns.addresses) selected.push('t.billingaddress', 't.shippingaddress');
  return `SELECT ${selected.join(', ')} FROM ${[orderTable.from, ...joins].join(' ')}`;
}

/** Whether the subtotal is to be added up from the lines. */
export function needsLineSums(columns: OrderColumns): boolean {
  return !columns.own.has('subtotal') && linesTellSubtotal(columns);
}

/** What the lines of some orders add up to without tax and shipping; sales are negative. */
export function lineSums(columns: OrderColumns, orderIds: readonly string[]): string {
  return (
    `SELECT l.transaction AS id, SUM(l.foreignamount) AS linesum FROM transactionline l ` +
    `WHERE ${isOneOf('l.transaction', orderIds)} AND ${countsAsSale(columns)} GROUP BY l.transaction`
  );
}

/** The texts of one kind of addresses, by their keys. */
export function addressTexts(kind: 'billing' | 'shipping', keys: readonly string[]): string {
  return `SELECT a.nkey AS nkey, a.addrtext AS addrtext FROM transaction${kind}address a WHERE ${isOneOf('a.nkey', keys)}`;
}

/** NetSuite's subtotal leaves out tax, shipping and a discount on the order as a whole. */
function countsAsSale({ line }: OrderColumns): string {
  return allOf(
    `l.mainline = 'F'`,
    `l.taxline = 'F'`,
    `(l.itemtype IS NULL OR l.itemtype <> 'ShipItem')`,
    line?.has('transactiondiscount') ? `l.transactiondiscount = 'F'` : null,
  );
}

function named(column: string, name: string): string[] {
  return [`${column} AS ${name}`, `BUILTIN.DF(${column}) AS ${name}name`];
}
