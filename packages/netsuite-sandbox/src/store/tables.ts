import { described, type FieldKind } from '../records.ts';

/** A table in PostgreSQL; its key is made once the rows are in. */
export type Table = { columns: string; primaryKey: string };

const types: Record<FieldKind, string> = {
  text: 'text',
  number: 'numeric',
  date: 'date',
  dateTime: 'timestamptz',
  reference: 'numeric', // A bigint overflows where NetSuite multiplies.
  enumeration: 'text',
};

const describedColumns = (table: keyof typeof described) =>
  described[table].map(({ column, kind }) => `${column} ${types[kind]}`).join(', ');

/** A key of an address, which NetSuite numbers apart from the records that have them. */
const keyOf = (column: string, number: number) =>
  `bigint GENERATED ALWAYS AS (CASE WHEN ${column} IS NOT NULL THEN id * 4 + ${number} END) STORED`;

/** The sandbox's tables: the record bodies, and what SuiteQL reads, derived from them. */
export const tables = {
  record: { columns: 'id bigint, type text, body jsonb, linesmodified timestamptz', primaryKey: 'type, id' },
  transaction: {
    columns: `id bigint, type text, status text, custom jsonb, ${describedColumns('transaction')},
      billingaddress ${keyOf('billaddress', 1)}, shippingaddress ${keyOf('shipaddress', 2)}`,
    primaryKey: 'id',
  },
  transactionline: {
    columns: `transaction bigint, id integer, linesequencenumber integer, item bigint, createdfrom bigint, location bigint,
      subsidiary bigint, kitmemberof integer, mainline text, taxline text, itemtype text, memo text, isclosed text,
      transactiondiscount text, kitcomponent text, quantity numeric, quantityshiprecv numeric, quantitybilled numeric,
      quantitybackordered numeric, rate numeric, foreignamount numeric, linelastmodifieddate timestamptz`,
    primaryKey: 'transaction, id',
  },
  package: {
    columns: 'id bigint, itemfulfillment bigint, packagetrackingnumber text, packagedescr text, packageweight numeric',
    primaryKey: 'id',
  },
  customer: {
    columns: `id bigint, custom jsonb, ${describedColumns('customer')}, defaultbillingaddress ${keyOf('defaultaddress', 3)}`,
    primaryKey: 'id',
  },
  display_name: { columns: 'record_type text, id text, name text', primaryKey: 'record_type, id' },
  deletedrecord: {
    columns: 'type text, name text, recordid bigint, deleteddate timestamptz',
    primaryKey: 'type, recordid',
  },
} satisfies Record<string, Table>;

/** Indexes beside the keys: what keyed pages, time ranges and lists of ids need. */
export const indexes: readonly string[] = [
  ...['transaction', 'customer'].map((table) => `CREATE INDEX ON "${table}" ((lastmodifieddate AT TIME ZONE 'UTC'))`),
  ...['lastmodifieddate, id', 'trandate, id', 'entity', 'type, id'].map(
    (key) => `CREATE INDEX ON "transaction" (${key})`,
  ),
  `CREATE INDEX ON transactionline ((linelastmodifieddate AT TIME ZONE 'UTC'))`,
  'CREATE INDEX ON transactionline (createdfrom) WHERE createdfrom IS NOT NULL',
  ...['billingaddress', 'shippingaddress'].map((key) => `CREATE INDEX ON "transaction" (${key})`),
  'CREATE INDEX ON customer (defaultbillingaddress)',
  'CREATE INDEX ON package (itemfulfillment)',
];
