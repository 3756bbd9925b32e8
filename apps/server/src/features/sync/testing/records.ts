import type { NetsuiteClient } from '@portal/netsuite/client/netsuite-client';
import { customerFromRecord } from '@portal/netsuite/customers/customer-mapping';
import { orderFromRecord } from '@portal/netsuite/orders/order-from-record';
import type { RecordBody } from '@portal/netsuite/values/fields';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import { instantToIso } from '../../../platform/database.ts';
import { customerMirror, type Mirror, orderMirror } from '../mirrors.ts';

type Kind = 'orders' | 'customers';
type Fields = Record<string, string | null>;

/** Every record as the sandbox's record service answers it, by id. */
export async function readBodies(netsuite: NetsuiteClient, type: 'salesOrder' | 'customer'): Promise<RecordBody[]> {
  const bodies: RecordBody[] = [];
  for (let offset = 0; ; offset += 1000) {
    const { items, hasMore } = await netsuite.records(type, { limit: 1000, offset });
    for (let start = 0; start < items.length; start += 100) {
      const ids = items.slice(start, start + 100).map(({ id }) => String(id));
      bodies.push(...(await netsuite.records(type, { ids })).items);
    }
    if (!hasMore) return bodies;
  }
}

/** The source, as the mirror is to hold it: by the record service alone, which no sync of a test uses in bulk. */
export async function readSource(netsuite: NetsuiteClient, kind: Kind): Promise<Map<string, Fields>> {
  const isOrders = kind === 'orders';
  const bodies = await readBodies(netsuite, isOrders ? 'salesOrder' : 'customer');
  const rows = bodies.map((body) => (isOrders ? orderFromRecord(body) : customerFromRecord(body)));
  return new Map(rows.map((row) => [row.id, { ...row } as Fields]));
}

/** The mirror's rows in the same form. */
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

/** What PostgreSQL changes of a row whenever it is written, or locked to be. */
export async function readRowVersions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', tableoid::regclass, id, ctid, xmin, xmax) as version from sales_orders
    union all select concat_ws(' ', tableoid::regclass, id, ctid, xmin, xmax) from customers
    union all select concat_ws(' ', version) from mirror_versions order by 1`.execute(db);
  return rows.map(({ version }) => version);
}
