import pg from 'pg';
import type { SandboxSettings } from '../settings.ts';
import { optionalTransactionColumns } from '../settings.ts';
import { type TableName, tables } from '../store/tables.ts';
import { invalidQuery, searchError } from './query-error.ts';

/** Tables of names by the record type of `display_name`, with the column that holds the name. */
const nameTables: Record<string, { recordType: string; nameColumn: string }> = {
  term: { recordType: 'term', nameColumn: 'name' },
  currency: { recordType: 'currency', nameColumn: 'name' },
  location: { recordType: 'location', nameColumn: 'name' },
  subsidiary: { recordType: 'subsidiary', nameColumn: 'name' },
  pricelevel: { recordType: 'pricelevel', nameColumn: 'name' },
  customercategory: { recordType: 'customercategory', nameColumn: 'name' },
  entitystatus: { recordType: 'entitystatus', nameColumn: 'name' },
  employee: { recordType: 'employee', nameColumn: 'entityid' },
  job: { recordType: 'job', nameColumn: 'entityid' },
  item: { recordType: 'item', nameColumn: 'itemid' },
};

const displayColumns = new Set(
  Object.values(tables)
    .flatMap(({ columns }) => Object.keys(columns))
    .filter((column) => column.endsWith('$name'))
    .map((column) => column.slice(0, -'$name'.length)),
).add('type');

/** Whether BUILTIN.DF has something else to show for the column than its value. */
export function hasDisplayName(column: string): boolean {
  return displayColumns.has(column);
}

/** What a query's table is in PostgreSQL, under the settings of the moment. Unknown and hidden ones are refused. */
export function resolveTable(name: string, settings: SandboxSettings): string {
  const table = name.toLowerCase();
  const source = findSource(table, settings);
  if (source === undefined) throw invalidQuery(`Invalid search type: ${name}.`);
  if (settings.hiddenTables.includes(table)) throw searchError(`Record '${table}' was not found.`);
  return source;
}

function findSource(table: string, settings: SandboxSettings): string | undefined {
  const names = Object.hasOwn(nameTables, table) ? nameTables[table] : undefined;
  if (names !== undefined) {
    return `(SELECT id, name AS ${names.nameColumn} FROM display_name WHERE record_type = '${names.recordType}')`;
  }
  switch (table) {
    case 'transaction':
      return transactionTable(settings);
    case 'transactionline':
      return `(SELECT *, 'F'::text AS transactiondiscount FROM transactionline${visible('"transaction"', settings.restrictedTo.salesOrder)})`;
    // The subtype table (suiteql-facts, section 2): some columns are there and not in `transaction`.
    case 'salesorder':
      return `(SELECT id, saleseffectivedate, location, "location$name" FROM "transaction"${visible('id', settings.restrictedTo.salesOrder)})`;
    case 'customer':
      return `(SELECT ${columnsOf('customer', ['subsidiary'])}, 'F'::text AS isinactive FROM customer${visible('id', settings.restrictedTo.customer)})`;
    case 'entity':
      return `(SELECT id, entityid, companyname AS altname, email, phone, 'CustJob'::text AS type FROM customer${visible('id', settings.restrictedTo.customer)})`;
    case 'customersubsidiaryrelationship':
      return `(SELECT id, id AS entity, subsidiary, "subsidiary$name", 'T'::text AS isprimarysub FROM customer WHERE subsidiary IS NOT NULL)`;
    case 'transactionshippingaddress':
    case 'transactionbillingaddress':
    case 'entityaddress':
      return `(SELECT nkey, addrtext, split_part(translate(addrtext, E'\\r', ''), E'\\n', 1) AS addressee FROM ${table})`;
    case 'deletedrecord':
      return `(SELECT type, recordid, name, deleteddate, 'F'::text AS iscustomrecord FROM deletedrecord)`;
    case 'dual':
      return `(SELECT 'X'::text AS dummy)`;
    default:
      return undefined;
  }
}

function transactionTable(settings: SandboxSettings): string {
  const missing = optionalTransactionColumns.filter((column) => !settings.optionalColumns.includes(column));
  const constants = [
    `'SalesOrd'::text AS type`,
    `'Sales Order'::text AS "type$name"`,
    `'salesorder'::text AS recordtype`,
    `'SALESORD'::text AS abbrevtype`,
    `'Sales Order #' || tranid AS trandisplayname`,
    `'F'::text AS posting`,
    `'F'::text AS voided`,
  ];
  const list = [columnsOf('transaction', missing), ...constants].join(', ');
  return `(SELECT ${list} FROM "transaction"${visible('id', settings.restrictedTo.salesOrder)})`;
}

function columnsOf(table: TableName, missing: readonly string[]): string {
  const isThere = (column: string) => !missing.includes(column.replace(/\$name$/, ''));
  return Object.keys(tables[table].columns).filter(isThere).map(pg.escapeIdentifier).join(', ');
}

/** A role that is restricted to some subsidiaries sees fewer rows, without an error. */
function visible(column: string, ids: readonly string[] | null): string {
  if (ids === null) return '';
  return ids.length === 0 ? ' WHERE FALSE' : ` WHERE ${column} IN (${ids.map(Number).join(', ')})`;
}
