import pg from 'pg';
import { columnsOf, type Feature, features } from '../records.ts';
import type { ColumnState, SandboxSettings } from '../settings.ts';
import { tables } from '../store/tables.ts';
import { invalidQuery, searchError } from './query-error.ts';

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
  item: { column: 'itemid' },
  shipitem: { column: 'itemid' },
};

type View = { columns: readonly string[]; from: string; feature?: Feature };

const transactions = (condition: string) => `"transaction" AS r WHERE ${condition}`;

/** Tables that are views of the sandbox's own: `column` or `expression AS column`. */
const views: Record<string, (account: Account) => View> = {
  transaction: (account) => ({
    columns: [
      ...['id', 'type', 'status', `lower(n.name) AS recordtype`, `n.name || ' #' || tranid AS trandisplayname`].map(
        ofName,
      ),
      ...['billingaddress', 'shippingaddress', `'F'::text AS posting`, `'F'::text AS voided`],
      account.settings.features.multiCurrency
        ? 'foreigntotal * coalesce(exchangerate, 1) AS total'
        : 'foreigntotal AS total',
      ...columnsOf('salesOrder')
        .filter(({ column }) => !/^(billaddress|shipaddress|shippeddate)$/.test(column))
        .map(({ column }) => column),
      ...customColumns('transaction', account),
    ],
    from: transactions(isVisible(account, 'r')),
  }),
  // The subtype tables (suiteql-facts, sections 2 and 4): some columns are there and not in `transaction`.
  salesorder: (account) => ({
    columns: ['id', 'tranid', 'memo', 'saleseffectivedate', 'location', 'subsidiary', 'foreigntotal AS total'],
    from: transactions(`type = 'SalesOrd' AND ${isVisible(account, 'r')}`),
  }),
  itemfulfillment: (account) => ({
    columns: ['id', 'tranid', 'status AS shipstatus', 'shippeddate'],
    from: transactions(`type = 'ItemShip' AND ${isVisible(account, 'r')}`),
  }),
  transactionline: (account) => ({
    columns: [
      ...Object.keys(tables.transactionline.columns).filter((column) => column !== 'previousline'),
      'id AS linesequencenumber',
      `'F'::text AS iscogs`,
      `'F'::text AS donotdisplayline`,
      `CASE WHEN mainline = 'F' AND itemtype IN ('InvtPart', 'Kit') THEN 'T' ELSE 'F' END AS fulfillable`,
    ],
    from: `transactionline AS l WHERE ${lineIsVisible(account)}`,
  }),
  previoustransactionlinelink: (account) => ({
    columns: [
      ...[
        'l.createdfrom AS previousdoc',
        'l.previousline',
        `'SalesOrd'::text AS previoustype`,
        'l.transaction AS nextdoc',
      ],
      ...[
        'l.id AS nextline',
        'r.type AS nexttype',
        `CASE r.type WHEN 'CustInvc' THEN 'OrdBill' ELSE 'ShipRcpt' END AS linktype`,
      ],
      ...['l.foreignamount', 'l.linelastmodifieddate AS lastmodifieddate'],
    ],
    from: `transactionline AS l JOIN "transaction" AS r ON r.id = l.transaction
      WHERE l.createdfrom IS NOT NULL AND l.mainline = 'F' AND ${isVisible(account, 'r')}`,
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
    columns: [
      'id',
      'defaultbillingaddress',
      `'F'::text AS isinactive`,
      ...columnsOf('customer')
        .filter(({ column }) => column !== 'defaultaddress' && column !== 'subsidiary')
        .map(({ column }) => column),
      ...customColumns('customer', account),
    ],
    from: `customer AS r WHERE ${customerIsVisible(account)}`,
  }),
  entity: (account) => ({
    columns: ['id', 'entityid', 'companyname AS altname', 'email', 'phone', `'CustJob'::text AS type`],
    from: `customer AS r WHERE ${customerIsVisible(account)}`,
  }),
  customersubsidiaryrelationship: () => ({
    columns: ['id', 'id AS entity', 'subsidiary', `'T'::text AS isprimarysub`],
    from: 'customer WHERE subsidiary IS NOT NULL',
    feature: 'oneWorld',
  }),
  transactionbillingaddress: () => addressView('"transaction"', 'billingaddress', 'billaddress'),
  transactionshippingaddress: () => addressView('"transaction"', 'shippingaddress', 'shipaddress'),
  entityaddress: () => addressView('customer', 'defaultbillingaddress', 'defaultaddress'),
  deletedrecord: () => ({
    columns: ['type', 'recordid', 'name', 'deleteddate', `'F'::text AS iscustomrecord`],
    from: 'deletedrecord',
  }),
  companyfeaturesetup: ({ settings }) => ({
    columns: ['id', 'isactive'],
    from: `(VALUES ${Object.entries(features)
      .map(([feature, id]) => `('${id}', '${settings.features[feature as Feature] ? 'T' : 'F'}')`)
      .join(', ')}) AS v (id, isactive)`,
  }),
  dual: () => ({ columns: ['dummy'], from: `(VALUES ('X')) AS v (dummy)` }),
};

/** What a query's table is in PostgreSQL, under the settings of the moment. Unknown and hidden ones are refused. */
export function resolveTable(name: string, account: Account): string {
  const table = name.toLowerCase();
  const { settings } = account;
  const view = viewOf(table, account);
  if (view === undefined || (view.feature !== undefined && !settings.features[view.feature]))
    throw invalidQuery(`Invalid search type: ${name}.`);
  if (settings.hiddenTables.includes(table)) throw searchError(`Record '${table}' was not found.`);
  const shown = view.columns.filter((column) => stateOf(table, nameOf(column), settings) === 'shown');
  return `(SELECT ${shown.join(', ')} FROM ${view.from})`;
}

function viewOf(table: string, account: Account): View | undefined {
  if (Object.hasOwn(views, table)) return views[table]?.(account);
  const names = Object.hasOwn(nameTables, table) ? nameTables[table] : undefined;
  if (names === undefined && !/^custom(list|record)\w*$/.test(table)) return undefined;
  const from = `display_name WHERE record_type = ${pg.escapeLiteral(table)}`;
  return { columns: ['id::bigint AS id', `name AS ${names?.column ?? 'name'}`], from, ...names };
}

/** How a column of a table is answered. */
export function stateOf(table: string, column: string, { columns, features }: SandboxSettings): ColumnState {
  const named = columns[`${table}.${column}`];
  if (named !== undefined && named !== 'shown') return named;
  const needed = featureOf(table, column);
  return needed === undefined || features[needed] ? 'shown' : 'unknown';
}

function featureOf(table: string, column: string): Feature | undefined {
  if (table === 'salesorder' || table === 'transactionline')
    return { location: 'locations', subsidiary: 'oneWorld' }[column] as Feature | undefined;
  if (table !== 'transaction' && table !== 'customer') return undefined;
  return columnsOf(table === 'customer' ? 'customer' : 'salesOrder').find((known) => known.column === column)?.feature;
}

/** The list of names to which a column refers; undefined where BUILTIN.DF shows the column as it is. */
export function namesOf(table: string, column: string, { customFields }: Account): string | undefined {
  if (table === 'transactionline') return { item: 'item', location: 'location', subsidiary: 'subsidiary' }[column];
  if (table === 'customersubsidiaryrelationship' || table === 'salesorder')
    return { subsidiary: 'subsidiary', location: 'location' }[column];
  if (table === 'transaction' && column === 'type') return 'type';
  const custom = customFields.find((field) => field.table === table && field.name === column);
  if (custom !== undefined) return /^reference:(.*)/.exec(custom.kind)?.[1];
  if (table !== 'transaction' && table !== 'customer') return undefined;
  return columnsOf(table === 'customer' ? 'customer' : 'salesOrder').find((known) => known.column === column)?.of;
}

const casts: Record<string, (value: string) => string> = {
  text: (value) => value,
  number: (value) => `(${value})::numeric`,
  date: (value) => `(${value})::date`,
  boolean: (value) => `CASE ${value} WHEN 'true' THEN 'T' WHEN 'false' THEN 'F' END`,
};

function customColumns(table: CustomField['table'], { customFields }: Account): string[] {
  return customFields
    .filter((field) => field.table === table)
    .map(({ name, kind }) => {
      const key = pg.escapeLiteral(name);
      const value = casts[kind]?.(`custom ->> ${key}`) ?? `(custom -> ${key} ->> 'id')::bigint`;
      return `${value} AS ${pg.escapeIdentifier(name)}`;
    });
}

function nameOf(column: string): string {
  return (/(?: AS |\.)?"?(\w+)"?$/.exec(column)?.[1] ?? column).toLowerCase();
}

function ofName(column: string): string {
  return column.replaceAll(
    'n.name',
    `(SELECT n.name FROM display_name AS n WHERE n.record_type = 'type' AND n.id = r.type)`,
  );
}

function addressView(table: string, key: string, text: string): View {
  return {
    columns: [
      `${key} AS nkey`,
      `${text} AS addrtext`,
      `split_part(translate(${text}, E'\\r', ''), E'\\n', 1) AS addressee`,
    ],
    from: `${table} WHERE ${key} IS NOT NULL`,
  };
}

/** A role that is restricted to some subsidiaries sees fewer rows, without an error (suiteql-facts, section 7). */
function isVisible({ settings }: Account, alias: string): string {
  const { salesOrder } = settings.restrictedTo;
  const orders = salesOrder == null ? [] : [`(${alias}.type <> 'SalesOrd' OR ${oneOf(`${alias}.id`, salesOrder)})`];
  const own = settings.subsidiaries === null ? [] : [oneOf(`${alias}.subsidiary`, settings.subsidiaries)];
  return [...orders, ...own, 'TRUE'].join(' AND ');
}

function lineIsVisible({ settings }: Account): string {
  const { salesOrder } = settings.restrictedTo;
  const orders = salesOrder == null ? [] : [`(l.createdfrom IS NOT NULL OR ${oneOf('l.transaction', salesOrder)})`];
  const own = settings.subsidiaries === null ? [] : [oneOf('l.subsidiary', settings.subsidiaries)];
  return [...orders, ...own, 'TRUE'].join(' AND ');
}

function customerIsVisible({ settings }: Account): string {
  const { customer } = settings.restrictedTo;
  const some = customer == null ? [] : [oneOf('r.id', customer)];
  const own = settings.subsidiaries === null ? [] : [oneOf('r.subsidiary', settings.subsidiaries)];
  return [...some, ...own, 'TRUE'].join(' AND ');
}

function oneOf(column: string, ids: readonly string[]): string {
  return ids.length === 0 ? 'FALSE' : `${column} IN (${ids.map(Number).join(', ')})`;
}
