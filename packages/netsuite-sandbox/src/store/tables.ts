import { described, type FieldKind } from '../records.ts';

/** A table in PostgreSQL; `generated` columns follow from the others, each with an index of its own. */
export type Table = {
  columns: Readonly<Record<string, string>>;
  primaryKey: string;
  generated?: Record<string, string>;
};

/** A row to insert; a column left out becomes NULL. */
export type Row = Record<string, string | number | undefined>;

/** Rows for several tables. */
export type Rows = Partial<Record<TableName, Row[]>>;

const types: Record<FieldKind, string> = {
  text: 'text',
  number: 'numeric',
  date: 'date',
  dateTime: 'timestamptz',
  reference: 'bigint',
  enumeration: 'text',
};

/** Columns in one text: a type, then the columns of that type. */
function columns(...texts: string[]): Record<string, string> {
  return Object.fromEntries(
    texts.flatMap((text) => {
      const [type = '', ...names] = text.split(' ');
      return names.map((name) => [name, type]);
    }),
  );
}

function describedColumns(table: keyof typeof described): Record<string, string> {
  return Object.fromEntries(described[table].map(({ column, kind }) => [column, types[kind]]));
}

/** Keys of addresses, which NetSuite numbers apart from the records that have them. */
const keyOf = (column: string, number: number) => `CASE WHEN ${column} IS NOT NULL THEN id * 4 + ${number} END`;

/** The sandbox's tables: the record bodies, and what SuiteQL reads, derived from them. */
export const tables = {
  record: { columns: columns('bigint id', 'text type body'), primaryKey: 'type, id' },
  transaction: {
    columns: { ...columns('bigint id', 'text type status', 'jsonb custom'), ...describedColumns('transaction') },
    primaryKey: 'id',
    generated: { billingaddress: keyOf('billaddress', 1), shippingaddress: keyOf('shipaddress', 2) },
  },
  transactionline: {
    columns: columns(
      'bigint transaction uniquekey item createdfrom location subsidiary',
      'integer id previousline kitmemberof',
      'text mainline taxline itemtype memo isclosed transactiondiscount kitcomponent',
      'numeric quantity quantityshiprecv quantitybilled quantitybackordered rate foreignamount',
      'timestamptz linelastmodifieddate',
    ),
    primaryKey: 'transaction, id',
  },
  package: {
    columns: columns('bigint id itemfulfillment', 'text packagetrackingnumber packagedescr', 'numeric packageweight'),
    primaryKey: 'id',
  },
  customer: {
    columns: { ...columns('bigint id', 'jsonb custom'), ...describedColumns('customer') },
    primaryKey: 'id',
    generated: { defaultbillingaddress: keyOf('defaultaddress', 3) },
  },
  display_name: { columns: columns('text record_type id name'), primaryKey: 'record_type, id' },
  deletedrecord: {
    columns: columns('text type name', 'bigint recordid', 'timestamptz deleteddate'),
    primaryKey: 'type, recordid',
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

/** Indexes beside the keys: what keyed pages, time ranges and lists of ids need. */
export const indexes: readonly string[] = [
  ...['transaction', 'customer'].map((table) => `CREATE INDEX ON "${table}" ((lastmodifieddate AT TIME ZONE 'UTC'))`),
  ...['lastmodifieddate, id', 'trandate, id', 'entity', 'type, id'].map(
    (key) => `CREATE INDEX ON "transaction" (${key})`,
  ),
  `CREATE INDEX ON transactionline ((linelastmodifieddate AT TIME ZONE 'UTC'))`,
  'CREATE INDEX ON transactionline (createdfrom) WHERE createdfrom IS NOT NULL',
  'CREATE INDEX ON package (itemfulfillment)',
];
