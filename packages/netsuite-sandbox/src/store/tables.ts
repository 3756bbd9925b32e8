/** A column; `name$name` beside `name` holds the display name that BUILTIN.DF(name) gives. */
type ColumnType = 'bigint' | 'integer' | 'text' | 'numeric' | 'date' | 'timestamptz';

/** `primaryKey`: its columns, joined by ', '. */
export type Table = { columns: Readonly<Record<string, ColumnType>>; primaryKey: string };

/** The sandbox's tables in PostgreSQL: the record bodies, and what SuiteQL reads, derived from them. */
export const tables = {
  record_sales_order: { columns: { id: 'bigint', body: 'text' }, primaryKey: 'id' },
  record_customer: { columns: { id: 'bigint', body: 'text' }, primaryKey: 'id' },
  transaction: {
    columns: {
      id: 'bigint',
      tranid: 'text',
      trandate: 'date',
      createddate: 'timestamptz',
      lastmodifieddate: 'timestamptz',
      entity: 'bigint',
      entity$name: 'text',
      email: 'text',
      status: 'text',
      status$name: 'text',
      memo: 'text',
      otherrefnum: 'text',
      terms: 'bigint',
      terms$name: 'text',
      currency: 'bigint',
      currency$name: 'text',
      exchangerate: 'numeric',
      foreigntotal: 'numeric',
      employee: 'bigint',
      employee$name: 'text',
      billingaddress: 'bigint',
      shippingaddress: 'bigint',
      custbody_ns_project: 'bigint',
      custbody_ns_project$name: 'text',
      custbody_stc_tax_after_discount: 'numeric',
      saleseffectivedate: 'date',
      subtotal: 'numeric',
      location: 'bigint',
      location$name: 'text',
    },
    primaryKey: 'id',
  },
  transactionline: {
    columns: {
      transaction: 'bigint',
      id: 'integer',
      uniquekey: 'bigint',
      mainline: 'text',
      taxline: 'text',
      item: 'bigint',
      item$name: 'text',
      itemtype: 'text',
      memo: 'text',
      quantity: 'numeric',
      quantityshiprecv: 'numeric',
      quantitybilled: 'numeric',
      quantitybackordered: 'numeric',
      isclosed: 'text',
      rate: 'numeric',
      foreignamount: 'numeric',
      linelastmodifieddate: 'timestamptz',
      location: 'bigint',
      location$name: 'text',
      subsidiary: 'bigint',
      subsidiary$name: 'text',
    },
    primaryKey: 'transaction, id',
  },
  transactionshippingaddress: { columns: { nkey: 'bigint', addrtext: 'text' }, primaryKey: 'nkey' },
  transactionbillingaddress: { columns: { nkey: 'bigint', addrtext: 'text' }, primaryKey: 'nkey' },
  customer: {
    columns: {
      id: 'bigint',
      entityid: 'text',
      companyname: 'text',
      email: 'text',
      phone: 'text',
      category: 'bigint',
      category$name: 'text',
      datecreated: 'timestamptz',
      lastmodifieddate: 'timestamptz',
      entitystatus: 'bigint',
      entitystatus$name: 'text',
      terms: 'bigint',
      terms$name: 'text',
      currency: 'bigint',
      currency$name: 'text',
      language: 'text',
      language$name: 'text',
      pricelevel: 'bigint',
      pricelevel$name: 'text',
      salesrep: 'bigint',
      salesrep$name: 'text',
      creditholdoverride: 'text',
      creditholdoverride$name: 'text',
      balancesearch: 'numeric',
      depositbalancesearch: 'numeric',
      overduebalancesearch: 'numeric',
      unbilledorderssearch: 'numeric',
      defaultbillingaddress: 'bigint',
      subsidiary: 'bigint',
      subsidiary$name: 'text',
    },
    primaryKey: 'id',
  },
  entityaddress: { columns: { nkey: 'bigint', addrtext: 'text' }, primaryKey: 'nkey' },
  display_name: { columns: { record_type: 'text', id: 'bigint', name: 'text' }, primaryKey: 'record_type, id' },
  deletedrecord: {
    columns: { type: 'text', recordid: 'bigint', name: 'text', deleteddate: 'timestamptz' },
    primaryKey: 'type, recordid',
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

/** Where the bodies of each record type are kept. */
export const bodyTables = { salesOrder: 'record_sales_order', customer: 'record_customer' } as const;

type Values = {
  bigint: number;
  integer: number;
  text: string;
  /** Decimal text: exact at any size. */
  numeric: string;
  date: string;
  timestamptz: string;
};

/** A row to insert; a column left out becomes NULL. */
export type Row<Name extends TableName> = {
  -readonly [Column in keyof (typeof tables)[Name]['columns']]?:
    | Values[(typeof tables)[Name]['columns'][Column] & keyof Values]
    | undefined;
};

/** Indexes beside the primary keys: what keyed pages, time ranges and joins need. */
export const indexes: readonly string[] = [
  'CREATE INDEX ON "transaction" (lastmodifieddate, id)',
  `CREATE INDEX ON "transaction" ((lastmodifieddate AT TIME ZONE 'UTC'))`,
  'CREATE INDEX ON "transaction" (trandate, id)',
  'CREATE INDEX ON "transaction" (createddate)',
  'CREATE INDEX ON "transaction" (entity)',
  'CREATE INDEX ON "transaction" (tranid)',
  'CREATE INDEX ON customer (lastmodifieddate, id)',
  `CREATE INDEX ON customer ((lastmodifieddate AT TIME ZONE 'UTC'))`,
  'CREATE INDEX ON deletedrecord (deleteddate)',
];
