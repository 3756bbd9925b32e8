import type pg from 'pg';
import { toDateTime } from '../clock.ts';
import { parseExactJson } from '../exact-json.ts';
import { isTransaction, type RecordBody, type RecordType } from '../records.ts';
import { findRecordFault } from './check-record.ts';
import { renameReferences } from './rename.ts';
import type { DisplayNames } from './rows.ts';
import { insertPrepared, prepareRecords, removeRecord, upsertNames } from './write-records.ts';

/** `touch`: whether lastModifiedDate moves, as it does in NetSuite for all but some computed fields. */
export type EditOptions = { now: Date; touch: boolean };

/** A record of this type and id. */
export type Target = { type: RecordType; id: string };

/** Creates or replaces a record, whose body is then answered. */
export async function putRecord(
  client: pg.ClientBase,
  { type, id }: Target,
  values: Record<string, unknown>,
  options: EditOptions,
): Promise<RecordBody> {
  const now = toDateTime(options.now);
  const links = [{ rel: 'self', href: `/services/rest/record/v1/${type.toLowerCase()}/${id}` }];
  const created = { [isTransaction(type) ? 'createdDate' : 'dateCreated']: now };
  return replace(client, type, { links, ...created, lastModifiedDate: now, ...values, id }, options);
}

/** Changes single fields; null takes one away. Lines that change have the time of the change, the record only if touched. */
export async function patchRecord(
  client: pg.ClientBase,
  { type, id }: Target,
  values: Record<string, unknown>,
  options: EditOptions,
): Promise<RecordBody> {
  const before = await removeRecord(client, type, id);
  if (before === undefined) throw new Error(`There is no ${type} ${id}.`);
  const merged = { ...(parseExactJson(before.body) as RecordBody), ...values, id };
  const body = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as RecordBody;
  const linesModified = 'item' in values ? options.now.toISOString() : before.linesModified;
  return replace(client, type, body, options, linesModified);
}

/** Removes a record and notes it in `deletedrecord`. */
export async function deleteRecord(client: pg.ClientBase, { type, id }: Target, now: Date): Promise<void> {
  const before = await removeRecord(client, type, id);
  if (before === undefined) throw new Error(`There is no ${type} ${id}.`);
  const { tranId, entityId } = JSON.parse(before.body) as RecordBody;
  // What `deletedrecord.type` holds in NetSuite could not be confirmed; these are the names of `recordtype`.
  await client.query(
    `INSERT INTO deletedrecord (type, recordid, name, deleteddate) VALUES ($1, $2, $3, $4)
     ON CONFLICT (type, recordid) DO UPDATE SET deleteddate = excluded.deleteddate`,
    [type.toLowerCase(), id, tranId ?? entityId, now],
  );
}

async function replace(
  client: pg.ClientBase,
  type: RecordType,
  body: RecordBody,
  { now, touch }: EditOptions,
  linesModified?: string,
): Promise<RecordBody> {
  const written = touch ? { ...body, lastModifiedDate: toDateTime(now) } : body;
  const fault = findRecordFault(type, written);
  if (fault !== undefined) throw new Error(fault);
  await removeRecord(client, type, written.id);
  const names: DisplayNames = new Map();
  const record = { type, body: written, linesModified: touch ? undefined : linesModified };
  await insertPrepared(client, prepareRecords([record], names));
  await upsertNames(client, names);
  // A renamed customer shows its new name in its orders, without a change of their dates.
  const name = written.companyName ?? written.entityId;
  if (type === 'customer' && name !== undefined) await renameReferences(client, 'customer', written.id, String(name));
  return written;
}
