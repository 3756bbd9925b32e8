import type { SyncKind } from '@portal/contract/sync';
import { customerFromRecord } from '@portal/netsuite/testing/customer-from-record';
import { orderFromRecord } from '@portal/netsuite/testing/order-from-record';
import { fulfillmentFromRecord, invoiceFromRecord } from '@portal/netsuite/testing/shipments-from-record';
import type { RecordBody } from '@portal/netsuite/values/fields';
import type { SandboxControl } from '@portal/netsuite-sandbox/control-client';
import type { RecordType } from '@portal/netsuite-sandbox/records';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import { instantToIso } from '../../../platform/database.ts';
import { mirrors } from '../mirrors.ts';

export type Fields = Record<string, string | null>;

/** Names of the kinds in the record service. */
export const recordTypes = {
  orders: 'salesOrder',
  customers: 'customer',
  fulfillments: 'itemFulfillment',
  invoices: 'invoice',
} as const satisfies Record<SyncKind, RecordType>;

const readers = {
  orders: orderFields,
  customers: customerFromRecord,
  fulfillments: fulfillmentFromRecord,
  invoices: invoiceFromRecord,
};

function orderFields(body: RecordBody) {
  const { lines: _, ...order } = orderFromRecord(body);
  return order;
}

/** The expected mirror, from the sandbox's own records, without any code of the sync. */
export async function readSource(control: SandboxControl, kind: SyncKind): Promise<Map<string, Fields>> {
  const rows = (await control.listRecords(recordTypes[kind])).map((body) => readers[kind](body));
  return new Map(rows.map((row) => [row.id, { ...row } as unknown as Fields]));
}

/** The mirror's rows in the same format. */
export async function readMirror(db: Database, kind: SyncKind): Promise<Map<string, Fields>> {
  const { table, columns } = mirrors[kind];
  const { rows } = await sql<Fields>`
    select id, ${sql.join(columns.map(({ column }) => sql.ref(column)))} from ${sql.table(table)} order by id`.execute(
    db,
  );
  return new Map(
    rows.map((row) => {
      const fields = columns.map(({ column, field, type }) => [field, canonical(row[column] ?? null, type)]);
      return [row.id ?? '', { id: row.id ?? '', ...Object.fromEntries(fields) }];
    }),
  );
}

function canonical(value: string | null, type: string): string | null {
  if (value === null) return null;
  if (type === 'timestamptz') return new Date(instantToIso(value)).toISOString();
  return value;
}

/** PostgreSQL's system columns that change when a row is written or locked. */
export async function readRowVersions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', tableoid::regclass, id, ctid, xmin, xmax) as version from sales_orders
    union all select concat_ws(' ', tableoid::regclass, id, ctid, xmin, xmax) from customers
    union all select concat_ws(' ', tableoid::regclass, id, ctid, xmin, xmax) from fulfillments
    union all select concat_ws(' ', tableoid::regclass, id, ctid, xmin, xmax) from invoices
    union all select concat_ws(' ', version) from mirror_versions order by 1`.execute(db);
  return rows.map(({ version }) => version);
}
