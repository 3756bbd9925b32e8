import { toSeconds } from '@portal/netsuite/values/dates';
import type pg from 'pg';
import { parseExactJson } from '../exact-json.ts';
import { isTransaction, type RecordBody } from '../records.ts';
import { findRecordFault } from './check-record.ts';
import { deriveRecord, type Target } from './derive.ts';
import { renameReferences } from './rename.ts';
import { insertRecords, removeRecord } from './write-records.ts';

/** `touch`: whether lastModifiedDate moves, as it does in NetSuite for all but some computed fields. */
export type EditOptions = { now: Date; touch: boolean };

/** Creates or replaces a record, whose body is then answered. */
export async function putRecord(
  client: pg.ClientBase,
  target: Target,
  values: Record<string, unknown>,
  options: EditOptions,
): Promise<RecordBody> {
  const { type, id } = target;
  const now = toSeconds(options.now);
  const links = [{ rel: 'self', href: `/services/rest/record/v1/${type.toLowerCase()}/${id}` }];
  const created = { [isTransaction(type) ? 'createdDate' : 'dateCreated']: now };
  return replace(client, target, { links, ...created, lastModifiedDate: now, ...values, id }, options);
}

/** Changes single fields; null takes one away. Lines that change have the time of the change, the record only if touched. */
export async function patchRecord(
  client: pg.ClientBase,
  target: Target,
  values: Record<string, unknown>,
  options: EditOptions,
): Promise<RecordBody> {
  const before = await removeKnown(client, target);
  const former = parseExactJson(before.body) as RecordBody;
  const merged = { ...former, ...values, id: target.id };
  const body = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as RecordBody;
  const linesModified = 'item' in values ? options.now : (before.linesModified ?? former.lastModifiedDate);
  return replace(client, target, body, options, linesModified);
}

/** Removes a record and notes it in `deletedrecord`. */
export async function deleteRecord(client: pg.ClientBase, target: Target, now: Date): Promise<void> {
  const { tranId, entityId } = JSON.parse((await removeKnown(client, target)).body) as RecordBody;
  // What `deletedrecord.type` holds in NetSuite could not be confirmed; these are the names of `recordtype`.
  await client.query(
    `INSERT INTO deletedrecord (type, recordid, name, deleteddate) VALUES ($1, $2, $3, $4)
     ON CONFLICT (type, recordid) DO UPDATE SET deleteddate = excluded.deleteddate`,
    [target.type.toLowerCase(), target.id, tranId ?? entityId, now],
  );
}

async function removeKnown(client: pg.ClientBase, target: Target) {
  const before = await removeRecord(client, target);
  if (before === undefined) throw new Error(`There is no ${target.type} ${target.id}.`);
  return before;
}

async function replace(
  client: pg.ClientBase,
  target: Target,
  body: RecordBody,
  { now, touch }: EditOptions,
  linesModified?: string | Date,
): Promise<RecordBody> {
  const written = touch ? { ...body, lastModifiedDate: toSeconds(now) } : body;
  const { type } = target;
  const fault = findRecordFault(type, written);
  if (fault !== undefined) throw new Error(fault);
  await removeRecord(client, target);
  await insertRecords(client, [{ type, body: written, linesModified: touch ? null : (linesModified ?? null) }]);
  await deriveRecord(client, target);
  // A renamed customer shows its new name in its orders, without a change of their dates.
  const name = written.companyName ?? written.entityId;
  if (type === 'customer' && name !== undefined) await renameReferences(client, 'customer', written.id, String(name));
  return written;
}
