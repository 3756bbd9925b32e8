import pg from 'pg';
import { type Column, columnsOf, described, type Feature } from '../records.ts';
import type { ColumnState, SandboxSettings } from '../settings.ts';
import { invalidQuery, searchError } from './query-error.ts';
import { displayOf } from './translate.ts';

/** A custom field with what it holds: text, number, boolean, date, or `reference:` with what it refers to. */
export type CustomField = { table: 'transaction' | 'customer'; name: string; kind: string };

/** What the account has at the moment of a query. */
export type Account = { settings: SandboxSettings; customFields: readonly CustomField[] };

/** Tables of names with the column that holds the name, and the feature that they belong to. */
const nameTables: Record<string, { column: string; feature?: Feature }> = {
  term: { column: 'name' },
  currency: { column: 'name', feature: 'multiCurrency' },
  location: { column: 'name', feature: 'locations' },
  subsidiary: { column: 'name', feature: 'oneWorld' },
  pricelevel: { column: 'name', feature: 'priceLevels' },
  customercategory: { column: 'name' },
  entitystatus: { column: 'name' },
  employee: { column: 'entityid' },
  job: { column: 'entityid', feature: 'projects' },
  shipitem: { column: 'itemid' },
};

/** `columns`: names, or `expression AS name`. */
type View = { columns: readonly string[]; from: string; feature?: Feature };

/** NetSuite's tables as views of the sandbox's own. */
const views: Record<string, (account: Account) => View> = {
  transaction: (account) => ({
    columns: [
      ...['id', 'type', 'status', 'billingaddress', 'shippingaddress'],
      `foreigntotal${account.settings.features.multiCurrency ? ' * coalesce(exchangerate, 1)' : ''} AS total`,
      ...recordColumns('transaction', account, ['billaddress', 'shipaddress', 'shippeddate']),
    ],
    from: `"transaction" AS r WHERE ${transactionIsVisible(account)}`,
  }),
  // The subtype tables (suiteql-facts, sections 2 and 4): some columns are there and not in `transaction`.
  salesorder: (account) => ({
    columns: ['id', 'saleseffectivedate', 'location', 'subsidiary'],
    from: `"transaction" AS r WHERE type = 'SalesOrd' AND ${transactionIsVisible(account)}`,
  }),
  itemfulfillment: (account) => ({
    columns: ['id', 'shippeddate'],
    from: `"transaction" AS r WHERE type = 'ItemShip' AND ${transactionIsVisible(account)}`,
  }),
  transactionline: (account) => ({
    columns: [
      ...'transaction id mainline taxline itemtype item memo isclosed rate foreignamount'.split(' '),
      ...['linesequencenumber', 'linelastmodifieddate'],
      ...'quantity quantityshiprecv quantitybilled quantitybackordered createdfrom location subsidiary'.split(' '),
      ...['transactiondiscount', 'kitcomponent', 'kitmemberof'],
      `'F'::text AS iscogs`,
      `'F'::text AS donotdisplayline`,
      `CASE WHEN mainline = 'F' AND itemtype IN ('InvtPart', 'Kit') THEN 'T' ELSE 'F' END AS fulfillable`,
    ],
    from: `transactionline AS r WHERE ${isVisible(account, 'r.createdfrom IS NOT NULL', 'transaction')}`,
  }),
  previoustransactionlinelink: (account) => ({
    columns: ['l.createdfrom AS previousdoc', 'l.transaction AS nextdoc'],
    from: `transactionline AS l JOIN "transaction" AS r ON r.id = l.transaction
      WHERE l.createdfrom IS NOT NULL AND l.mainline = 'F' AND ${transactionIsVisible(account)}`,
  }),
  itemfulfillmentpackage: () => ({
    columns: ['itemfulfillment', 'packagetrackingnumber', 'packageweight', 'packagedescr'],
    from: 'package',
  }),
  trackingnumber: () => ({
    columns: ['id', 'packagetrackingnumber AS trackingnumber'],
    from: 'package WHERE packagetrackingnumber IS NOT NULL',
  }),
  trackingnumbermap: () => ({
    columns: ['itemfulfillment AS transaction', 'id AS trackingnumber'],
    from: 'package WHERE packagetrackingnumber IS NOT NULL',
  }),
  customer: (account) => ({
    columns: ['id', 'defaultbillingaddress', ...recordColumns('customer', account, ['defaultaddress', 'subsidiary'])],
    from: `customer AS r WHERE ${isVisible(account)}`,
  }),
  customersubsidiaryrelationship: () => ({
    columns: ['id AS entity', 'subsidiary', `'T'::text AS isprimarysub`],
    from: 'customer WHERE subsidiary IS NOT NULL',
    feature: 'oneWorld',
  }),
  transactionbillingaddress: () => addresses('"transaction"', 'billingaddress', 'billaddress'),
  transactionshippingaddress: () => addresses('"transaction"', 'shippingaddress', 'shipaddress'),
  entityaddress: () => addresses('customer', 'defaultbillingaddress', 'defaultaddress'),
  item: () => ({
    columns: [
      ...['id::bigint AS id', 'name AS itemid'],
      '(SELECT max(itemtype) FROM transactionline AS l WHERE l.item::text = display_name.id) AS itemtype',
    ],
    from: `display_name WHERE record_type = 'item'`,
  }),
  deletedrecord: () => ({ columns: ['type', 'recordid', 'name', 'deleteddate'], from: 'deletedrecord' }),
  dual: () => ({ columns: ['dummy'], from: `(VALUES ('X')) AS v (dummy)` }),
};

/** What a query's table is in PostgreSQL, under the settings of the moment. Unknown and hidden ones are refused. */
export function resolveTable(name: string, account: Account): string {
  const table = name.toLowerCase();
  const { settings } = account;
  const view = Object.hasOwn(views, table) ? views[table]?.(account) : viewOfNames(table);
  if (view === undefined || (view.feature !== undefined && !settings.features[view.feature]))
    throw invalidQuery(`Invalid search type: ${name}.`);
  if (settings.hiddenTables.includes(table)) throw searchError(`Record '${table}' was not found.`);
  const shown = view.columns.filter((column) => stateOf(table, nameOf(column), settings) === 'shown');
  return `(SELECT ${[...shown, ...shown.flatMap(displayColumn)].join(', ')} FROM ${view.from})`;
}

function viewOfNames(table: string): View | undefined {
  const names = Object.hasOwn(nameTables, table) ? nameTables[table] : undefined;
  if (names === undefined && !/^custom(list|record)\w*$/.test(table)) return undefined;
  const from = `display_name WHERE record_type = ${pg.escapeLiteral(table)}`;
  return { columns: ['id::bigint AS id', `name AS ${names?.column ?? 'name'}`], from, ...names };
}

/** Columns mean the same in whatever table they are. */
const known = new Map<string, Pick<Column, 'of' | 'feature'>>([
  ...[...described.transaction, ...described.customer].map((column) => [column.column, column] as const),
  ['item', { of: 'item', feature: undefined }],
]);

/** How a column of a table is answered. */
export function stateOf(table: string, column: string, { columns, features }: SandboxSettings): ColumnState {
  const named = columns[`${table}.${column}`];
  if (named !== undefined && named !== 'shown') return named;
  const needed = known.get(column)?.feature;
  return needed === undefined || features[needed] ? 'shown' : 'unknown';
}

/** The display name beside a column that refers to something, which NetSuite looks up row by row. */
function displayColumn(column: string): string[] {
  const of = known.get(nameOf(column))?.of;
  return of === undefined ? [] : [displayName(of, column.replace(/ AS \S+$/, ''), nameOf(column))];
}

function displayName(of: string, id: string, column: string): string {
  const conditions = `d.record_type = ${pg.escapeLiteral(of)} AND d.id = (${id})::text`;
  return `(SELECT d.name FROM display_name AS d WHERE ${conditions}) AS ${displayOf(column)}`;
}

function recordColumns(table: CustomField['table'], account: Account, without: readonly string[]): string[] {
  const own = columnsOf(table === 'customer' ? 'customer' : 'salesOrder').map(({ column }) => column);
  const custom = account.customFields.filter((field) => field.table === table).flatMap(customColumns);
  return [...own.filter((column) => !without.includes(column)), ...custom];
}

const casts: Record<string, (value: string) => string> = {
  text: (value) => value,
  number: (value) => `(${value})::numeric`,
  date: (value) => `(${value})::date`,
  boolean: (value) => `CASE ${value} WHEN 'true' THEN 'T' WHEN 'false' THEN 'F' END`,
};

function customColumns({ name, kind }: CustomField): string[] {
  const key = pg.escapeLiteral(name);
  const [, of] = /^reference:(.*)/.exec(kind) ?? [];
  if (of === undefined) return [`${casts[kind]?.(`custom ->> ${key}`)} AS ${name}`];
  const id = `(custom -> ${key} ->> 'id')::bigint`;
  return [`${id} AS ${name}`, displayName(of, id, name)];
}

/** The name under which a column is selected. */
const nameOf = (column: string): string => /\w+$/.exec(column)?.[0] ?? column;

function addresses(table: string, key: string, text: string): View {
  return { columns: [`${key} AS nkey`, `${text} AS addrtext`], from: `${table} WHERE ${key} IS NOT NULL` };
}

const transactionIsVisible = (account: Account): string => isVisible(account, `r.type <> 'SalesOrd'`, 'id');

/**
 * A restricted role sees fewer rows of `r`, without an error (suiteql-facts, section 7). `isOther`: the row belongs to no
 * order; else `orderId` is the order's.
 */
function isVisible({ settings }: Account, isOther?: string, orderId?: string): string {
  const { subsidiaries, restrictedTo } = settings;
  const orders = restrictedTo.salesOrder;
  const conditions = [
    ...(subsidiaries === null ? [] : [oneOf('subsidiary', subsidiaries)]),
    ...(orders === null || orderId === undefined ? [] : [`(${isOther} OR ${oneOf(orderId, orders)})`]),
  ];
  return ['TRUE', ...conditions].join(' AND ');
}

function oneOf(column: string, ids: readonly string[]): string {
  return ids.length === 0 ? 'FALSE' : `r.${column} IN (${ids.map(Number).join(', ')})`;
}
