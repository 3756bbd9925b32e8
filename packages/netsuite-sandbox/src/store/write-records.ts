import type pg from 'pg';
import { isTransaction, type RecordBody, type RecordType } from '../records.ts';
import type { Target } from './derive.ts';

/** A record to write; `linesModified` is the time of its lines' last change, the record's own unless given. */
export type TypedRecord = { type: RecordType; body: RecordBody; linesModified?: string | undefined };

/** Writes record bodies, from which `derive` makes everything else; the schema is the connection's search path. */
export async function insertRecords(client: pg.ClientBase, records: readonly TypedRecord[]): Promise<void> {
  await client.query(
    'INSERT INTO record SELECT * FROM unnest($1::bigint[], $2::text[], $3::jsonb[], $4::timestamptz[])',
    [
      records.map(({ body }) => body.id),
      records.map(({ type }) => type),
      records.map(({ body }) => toStoredText(body)),
      records.map(({ linesModified }) => linesModified),
    ],
  );
}

/** Removes a record with everything derived from it; answers what it was, with the time of its lines' last change. */
export async function removeRecord(
  client: pg.ClientBase,
  { type, id }: Target,
): Promise<{ body: string; linesModified: string | undefined } | undefined> {
  const removed = await client.query<{ body: string; linesmodified: Date | null }>(
    'DELETE FROM record WHERE type = $1 AND id = $2 RETURNING body::text, linesmodified',
    [type, id],
  );
  const [found] = removed.rows;
  if (found === undefined) return undefined;
  const derived = isTransaction(type)
    ? ['package WHERE itemfulfillment', 'transactionline WHERE "transaction"', '"transaction" WHERE id']
    : ['customer WHERE id'];
  for (const rows of derived) await client.query(`DELETE FROM ${rows} = $1`, [id]);
  return { body: found.body, linesModified: found.linesmodified?.toISOString() };
}

/** The body as it is kept: its links without a host, to be answered with this server's own. */
function toStoredText(body: RecordBody): string {
  return JSON.stringify(body).replaceAll(/"href":"https?:\/\/[^/"]+\/services\//g, '"href":"/services/');
}
