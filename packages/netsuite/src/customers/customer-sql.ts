import type { RecordTable } from '../source/counts.ts';
import { type CustomField, customColumn, selectCustomFields } from '../source/custom-fields.ts';
import type { AccountColumns, CandidateColumns } from '../source/probe-columns.ts';
import type { IdRange, Selection } from '../source/record-source.ts';
import { allOf, atOrAfter, idLiteral, inRange, utc } from '../source/suiteql-text.ts';

/** Customers, with the alias that queries use. */
export const customerTable: RecordTable = { from: 'customer c', id: 'c.id', modified: 'c.lastmodifieddate' };

const optionalColumns = [
  'companyname',
  'email',
  'phone',
  'category',
  'entitystatus',
  'terms',
  'currency',
  'language',
  'pricelevel',
  'salesrep',
  'creditholdoverride',
  'balancesearch',
  'depositbalancesearch',
  'overduebalancesearch',
  'unbilledorderssearch',
  'defaultbillingaddress',
] as const;

/** Columns that not every account or role has (suiteql-facts, section 5). */
export const customerCandidates = (fields: readonly CustomField[]): CandidateColumns => ({
  customer: [...optionalColumns, ...fields.map(customColumn)],
  entityaddress: ['nkey', 'addrtext'],
  customersubsidiaryrelationship: ['entity', 'subsidiary', 'isprimarysub'],
});

/** Customers of a selection, changed or not. */
export function isCustomer({ customerId }: Selection): string {
  return customerId === null ? 'c.id > 0' : `c.id = ${idLiteral(customerId)}`;
}

/** Changed at or after the instant of a selection; null where any time will do. */
export function isChanged({ since }: Selection): string | null {
  return since === null ? null : atOrAfter('c.lastmodifieddate', since);
}

/** A page of a selection's customers by id, with those of the optional columns that the account has. */
export function customerPage(
  columns: AccountColumns,
  fields: readonly CustomField[],
  selection: Selection,
  range: IdRange,
): string {
  const where = allOf(isCustomer(selection), isChanged(selection), inRange('c.id', range));
  return `${selectCustomers(columns, fields)} WHERE ${where} ORDER BY c.id`;
}

/** Customers by the inside of IN (…). */
export function customersById(columns: AccountColumns, fields: readonly CustomField[], idList: string): string {
  return `${selectCustomers(columns, fields)} WHERE c.id IN (${idList}) ORDER BY c.id`;
}

function selectCustomers(columns: AccountColumns, fields: readonly CustomField[]): string {
  const selected = [
    'c.id AS id',
    'c.entityid AS entityid',
    `${utc('c.datecreated')} AS datecreated`,
    `${utc('c.lastmodifieddate')} AS lastmodifieddate`,
    ...optionalColumns
      .filter((column) => columns.has(`customer.${column}`))
      .map((column) => `c.${column} AS ${column}`),
    ...selectCustomFields(fields, (column) => columns.has(`customer.${column}`)),
  ];
  return `SELECT ${selected.join(', ')} FROM ${customerTable.from}`;
}

/** A customer shared between subsidiaries has a row for each; `isprimarysub` marks its own one where it exists. */
export function subsidiariesOf(columns: AccountColumns, idList: string): string {
  const isPrimary = columns.has('customersubsidiaryrelationship.isprimarysub') ? ` AND r.isprimarysub = 'T'` : '';
  return (
    `SELECT r.entity AS entity, r.subsidiary AS subsidiary FROM customersubsidiaryrelationship r ` +
    `WHERE r.entity IN (${idList})${isPrimary} ORDER BY r.entity, r.subsidiary`
  );
}

/** The languages in use with their names: an enumeration without a table of its own. */
export const languageNames =
  'SELECT DISTINCT c.language AS id, BUILTIN.DF(c.language) AS name FROM customer c WHERE c.language IS NOT NULL';
