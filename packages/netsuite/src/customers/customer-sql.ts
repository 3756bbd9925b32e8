import type { IdRange, Selection } from '../source/record-source.ts';
import { allOf, atOrAfter, idLiteral, inRange, isOneOf, utc } from '../source/suiteql-text.ts';

/** Customers, with the letter that they go by. */
export const customerTable = { from: 'customer c', id: 'c.id' };

const referenceColumns = [
  'category',
  'entitystatus',
  'terms',
  'currency',
  'language',
  'pricelevel',
  'salesrep',
  'creditholdoverride',
] as const;

/** Columns that not every account or role has. */
export const optionalColumns = [
  ...referenceColumns,
  'balancesearch',
  'depositbalancesearch',
  'overduebalancesearch',
  'unbilledorderssearch',
  'defaultbillingaddress',
] as const;

const references = new Set<string>(referenceColumns);

/** Customers of a selection, changed or not. */
export function isCustomer({ customerId }: Selection): string {
  return customerId === null ? 'c.id > 0' : `c.id = ${idLiteral(customerId)}`;
}

/** Changed at or after the instant of a selection; null where any time will do. */
export function isChanged({ since }: Selection): string | null {
  return since === null ? null : atOrAfter('c.lastmodifieddate', since);
}

/** A page of a selection's customers by id, with those of the optional columns that the account has. */
export function customerPage(columns: ReadonlySet<string>, selection: Selection, range: IdRange): string {
  const selected = [
    'c.id',
    'c.entityid',
    'c.companyname',
    'c.email',
    'c.phone',
    `${utc('c.datecreated')} AS datecreated`,
    `${utc('c.lastmodifieddate')} AS lastmodifieddate`,
    ...[...columns].flatMap((column) =>
      references.has(column)
        ? [`c.${column} AS ${column}`, `BUILTIN.DF(c.${column}) AS ${column}name`]
        : [`c.${column} AS ${column}`],
    ),
  ];
  const where = allOf(isCustomer(selection), isChanged(selection), inRange('c.id', range));
  return `SELECT ${selected.join(', ')} FROM ${customerTable.from} WHERE ${where} ORDER BY c.id`;
}

/** The texts of addresses, by their keys. */
export function defaultAddresses(keys: readonly string[]): string {
  return `SELECT a.nkey AS nkey, a.addrtext AS addrtext FROM entityaddress a WHERE ${isOneOf('a.nkey', keys)}`;
}

/** A customer shared between subsidiaries has a row for each; `primaryColumn` marks its own one where it exists. */
export function subsidiaries(customerIds: readonly string[], primaryColumn: string | null): string {
  const where = allOf(isOneOf('r.entity', customerIds), primaryColumn === null ? null : `r.${primaryColumn} = 'T'`);
  return (
    `SELECT r.entity AS entity, r.subsidiary AS subsidiary, BUILTIN.DF(r.subsidiary) AS subsidiaryname ` +
    `FROM customersubsidiaryrelationship r WHERE ${where}`
  );
}
