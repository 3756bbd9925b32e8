import type pg from 'pg';
import type { RecordBody, RecordType } from '../records.ts';
import { copyInto, toCopyText } from './copy-rows.ts';
import { type DisplayNames, deriveRows } from './rows.ts';
import type { Row, TableName } from './tables.ts';

/** Records made ready for the database: COPY text by table. */
export type PreparedRecords = [TableName, string][];

/** A record to write; `linesModified` as in `deriveRows`. */
export type TypedRecord = { type: RecordType; body: RecordBody; linesModified?: string | undefined };

/** Derives every table's rows from the bodies; the display names met on the way are collected in `names`. */
export function prepareRecords(records: readonly TypedRecord[], names: DisplayNames): PreparedRecords {
  const collected = new Map<TableName, Row[]>();
  for (const { type, body, linesModified } of records) {
    const rows = {
      ...deriveRows(type, body, names, linesModified),
      record: [{ type, id: Number(body.id), body: toStoredText(body) }],
    };
    for (const [table, derived] of Object.entries(rows) as [TableName, Row[]][]) {
      const list = collected.get(table);
      if (list === undefined) collected.set(table, [...derived]);
      else list.push(...derived);
    }
  }
  return [...collected].map(([table, rows]) => [table, toCopyText(table, rows)]);
}

/** Writes prepared records; the schema is the connection's search path. */
export async function insertPrepared(client: pg.ClientBase, prepared: PreparedRecords): Promise<void> {
  for (const [table, text] of prepared) await copyInto(client, table, text);
}

/** Writes display names, a later one over an earlier. */
export async function upsertNames(client: pg.ClientBase, names: DisplayNames): Promise<void> {
  await client.query(
    `INSERT INTO display_name (record_type, id, name)
     SELECT * FROM json_to_recordset($1::json) AS row(record_type text, id text, name text)
     ON CONFLICT (record_type, id) DO UPDATE SET name = excluded.name`,
    [JSON.stringify([...names.values()])],
  );
}

/** Removes a record with everything derived from it; answers what it was, with the time of its lines' last change. */
export async function removeRecord(
  client: pg.ClientBase,
  type: RecordType,
  id: string,
): Promise<{ body: string; linesModified: string | undefined } | undefined> {
  const removed = await client.query<{ body: string }>(
    'DELETE FROM record WHERE type = $1 AND id = $2 RETURNING body',
    [type, id],
  );
  const found = removed.rows[0];
  if (found === undefined) return undefined;
  if (type === 'customer') {
    await client.query('DELETE FROM customer WHERE id = $1', [id]);
    return { body: found.body, linesModified: undefined };
  }
  await client.query('DELETE FROM package WHERE itemfulfillment = $1', [id]);
  const lines = await client.query<{ modified: Date | null }>(
    'DELETE FROM transactionline WHERE "transaction" = $1 RETURNING linelastmodifieddate AS modified',
    [id],
  );
  await client.query('DELETE FROM "transaction" WHERE id = $1', [id]);
  return { body: found.body, linesModified: lines.rows[0]?.modified?.toISOString() };
}

/** The body as it is kept: its links without a host, to be answered with this server's own. */
function toStoredText(body: RecordBody): string {
  const json = JSON.stringify(body);
  if (!json.includes('"href":"http')) return json;
  return json.replaceAll(/"href":"https?:\/\/[^/"]+\/services\//g, '"href":"/services/');
}
