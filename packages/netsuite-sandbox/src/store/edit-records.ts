import type pg from 'pg';
import { toDateTime } from '../clock.ts';
import { parseExactJson } from '../exact-json.ts';
import type { RecordBody, RecordType } from '../record-types.ts';
import { findRecordFault } from './check-record.ts';
import { bodyTables } from './tables.ts';
import { type DisplayNames, insertPrepared, prepareRecords, removeRecord, upsertNames } from './write-records.ts';

/** A change that cannot be made; the message says why. */
export class RecordEditError extends Error {
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.name = 'RecordEditError';
    this.status = status;
  }
}

/** `touch`: whether lastModifiedDate moves, as it does in NetSuite for all but some computed fields. */
export type EditOptions = { now: Date; touch: boolean };

const createdFields: Record<RecordType, string> = { salesOrder: 'createdDate', customer: 'dateCreated' };
// What `deletedrecord.type` holds in NetSuite could not be confirmed; these are the names of `recordtype`.
const deletedTypes: Record<RecordType, string> = { salesOrder: 'salesorder', customer: 'customer' };

/** Creates or replaces a record, whose body is then answered. */
export async function putRecord(
  pool: pg.Pool,
  type: RecordType,
  id: string,
  values: Record<string, unknown>,
  options: EditOptions,
): Promise<RecordBody> {
  return inTransaction(pool, async (client) => {
    const href = `/services/rest/record/v1/${type.toLowerCase()}/${id}`;
    const created = { [createdFields[type]]: toDateTime(options.now) };
    const body = {
      links: [{ rel: 'self', href }],
      ...created,
      lastModifiedDate: toDateTime(options.now),
      ...values,
      id,
    };
    return replace(client, type, body, options);
  });
}

/** Changes single fields; null takes one away. */
export async function patchRecord(
  pool: pg.Pool,
  type: RecordType,
  id: string,
  values: Record<string, unknown>,
  options: EditOptions,
): Promise<RecordBody> {
  return inTransaction(pool, async (client) => {
    const before = await removeRecord(client, type, id);
    if (before === undefined) throw new RecordEditError(404, `There is no ${type} ${id}.`);
    const merged = { ...(parseExactJson(before) as RecordBody), ...values, id };
    const body = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as RecordBody;
    return replace(client, type, body, options);
  });
}

/** Removes a record and notes it in `deletedrecord`. */
export async function deleteRecord(pool: pg.Pool, type: RecordType, id: string, now: Date): Promise<void> {
  await inTransaction(pool, async (client) => {
    const before = await removeRecord(client, type, id);
    if (before === undefined) throw new RecordEditError(404, `There is no ${type} ${id}.`);
    const { tranId, entityId } = JSON.parse(before) as RecordBody;
    await client.query(
      `INSERT INTO deletedrecord (type, recordid, name, deleteddate) VALUES ($1, $2, $3, $4)
       ON CONFLICT (type, recordid) DO UPDATE SET deleteddate = excluded.deleteddate`,
      [deletedTypes[type], id, tranId ?? entityId, now],
    );
  });
}

async function replace(
  client: pg.ClientBase,
  type: RecordType,
  body: RecordBody,
  { now, touch }: EditOptions,
): Promise<RecordBody> {
  const written = touch ? { ...body, lastModifiedDate: toDateTime(now) } : body;
  const fault = findRecordFault(type, written);
  if (fault !== undefined) throw new RecordEditError(400, fault);
  await removeRecord(client, type, written.id);
  const names: DisplayNames = new Map();
  await insertPrepared(client, prepareRecords(type, [written], names));
  await upsertNames(client, names);
  if (type === 'customer') await renameInOrders(client, written);
  return written;
}

/** A renamed customer shows its new name in its orders' `refName` and BUILTIN.DF, without a change of their date. */
async function renameInOrders(client: pg.ClientBase, { id, companyName, entityId }: RecordBody): Promise<void> {
  const name = companyName ?? entityId;
  const renamed = await client.query<{ id: string }>(
    `UPDATE "transaction" SET "entity$name" = $2 WHERE entity = $1 AND "entity$name" IS DISTINCT FROM $2 RETURNING id`,
    [id, name],
  );
  await client.query(
    `UPDATE ${bodyTables.salesOrder} SET body = jsonb_set(body::jsonb, '{entity,refName}', to_jsonb($2::text))::text
     WHERE id = ANY ($1::bigint[])`,
    [renamed.rows.map((row) => row.id), name],
  );
}

async function inTransaction<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
