import type pg from 'pg';
import { isTransaction, type RecordBody, type RecordType } from '../records.ts';
import type { Queryable } from './database.ts';
import type { Target } from './derive.ts';

/** A record to write; `linesModified` is the time of its lines' last change, the record's own unless given. */
export type TypedRecord = { type: RecordType; body: RecordBody; linesModified?: string | Date | null };

/** Writes record bodies, from which `derive` makes everything else; links are kept without a host, to be answered with this server's own. */
export async function insertRecords(client: Queryable, records: readonly TypedRecord[]): Promise<void> {
  const text = JSON.stringify(records).replaceAll(/"href":"https?:\/\/[^/"]+\/services\//g, '"href":"/services/');
  await client.query(
    `INSERT INTO record SELECT (r -> 'body' ->> 'id')::bigint, r ->> 'type', r -> 'body', (r ->> 'linesModified')::timestamptz
     FROM jsonb_array_elements($1) AS r`,
    [text],
  );
}

/** Removes a record with everything derived from it; returns it, with the time of its lines' last change. */
export async function removeRecord(client: pg.ClientBase, { type, id }: Target) {
  const removed = await client.query<{ body: string; linesModified: Date | null }>(
    'DELETE FROM record WHERE type = $1 AND id = $2 RETURNING body::text, linesmodified AS "linesModified"',
    [type, id],
  );
  const [found] = removed.rows;
  if (found === undefined) return undefined;
  const derived = isTransaction(type)
    ? ['package WHERE itemfulfillment', 'transactionline WHERE "transaction"', '"transaction" WHERE id']
    : ['customer WHERE id'];
  for (const rows of derived) await client.query(`DELETE FROM ${rows} = $1`, [id]);
  return found;
}
