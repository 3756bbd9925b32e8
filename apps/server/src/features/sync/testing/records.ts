import { customerFromRecord } from '@portal/netsuite/testing/customer-from-record';
import { orderFromRecord } from '@portal/netsuite/testing/order-from-record';
import type { SandboxControl } from '@portal/netsuite-sandbox/control-client';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import { instantToIso } from '../../../platform/database.ts';
import { customerMirror, type Mirror, orderMirror } from '../mirrors.ts';

type Kind = 'orders' | 'customers';
type Fields = Record<string, string | null>;

/** The expected mirror, from the sandbox's own records, without any code of the sync. */
export async function readSource(control: SandboxControl, kind: Kind): Promise<Map<string, Fields>> {
  const bodies = await control.listRecords(kind === 'orders' ? 'salesOrder' : 'customer');
  const rows = bodies.map((body) => {
    if (kind === 'customers') return customerFromRecord(body);
    const { lines: _, ...order } = orderFromRecord(body);
    return order;
  });
  return new Map(rows.map((row) => [row.id, { ...row } as Fields]));
}

/** The mirror's rows in the same format. */
export async function readMirror(db: Database, kind: Kind): Promise<Map<string, Fields>> {
  const { table, columns } = (kind === 'orders' ? orderMirror : customerMirror) as Mirror<{ id: string }>;
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
    union all select concat_ws(' ', version) from mirror_versions order by 1`.execute(db);
  return rows.map(({ version }) => version);
}
