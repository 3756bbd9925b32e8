import type pg from 'pg';
import type { Customer, RecordBody, RecordType, SalesOrder } from '../record-types.ts';
import { copyInto, toCopyText } from './copy-rows.ts';
import { type DerivedRows, deriveCustomerRows, deriveOrderRows } from './derive-rows.ts';
import { bodyTables, type Row, type TableName } from './tables.ts';

/** The display names of all records that others refer to, by record type and id. */
export type DisplayNames = Map<string, Row<'display_name'>>;

/** Records made ready for the database: COPY text by table. */
export type PreparedRecords = [TableName, string][];

/** Derives every table's rows from the bodies; the display names met on the way are collected in `names`. */
export function prepareRecords(type: RecordType, bodies: readonly RecordBody[], names: DisplayNames): PreparedRecords {
  const collected: { [Name in TableName]?: Row<Name>[] } = {};
  for (const body of bodies) {
    const { display_name: named = [], ...derived } = deriveRows(type, body);
    for (const row of named) names.set(`${row.record_type} ${row.id}`, row);
    for (const [table, rows] of Object.entries(derived)) append(collected, table as TableName, rows);
  }
  append(
    collected,
    bodyTables[type],
    bodies.map((body) => ({ id: Number(body.id), body: toStoredText(body) })),
  );
  return Object.entries(collected).map(([table, rows]) => [table as TableName, toCopyText(table as TableName, rows)]);
}

/** Writes prepared records; the schema is the connection's search path. */
export async function insertPrepared(client: pg.ClientBase, prepared: PreparedRecords): Promise<void> {
  for (const [table, text] of prepared) await copyInto(client, table, text);
}

/** Writes display names, a later one over an earlier. */
export async function upsertNames(client: pg.ClientBase, names: DisplayNames): Promise<void> {
  await client.query(
    `INSERT INTO display_name SELECT * FROM json_to_recordset($1::json) AS row(record_type text, id bigint, name text)
     ON CONFLICT (record_type, id) DO UPDATE SET name = excluded.name`,
    [JSON.stringify([...names.values()])],
  );
}

/** Removes a record with everything derived from it; answers the body that it had. */
export async function removeRecord(client: pg.ClientBase, type: RecordType, id: string): Promise<string | undefined> {
  const removed = await client.query<{ body: string }>(`DELETE FROM ${bodyTables[type]} WHERE id = $1 RETURNING body`, [
    id,
  ]);
  const statements =
    type === 'salesOrder'
      ? [
          'DELETE FROM transactionshippingaddress WHERE nkey = $1::bigint * 2',
          'DELETE FROM transactionbillingaddress WHERE nkey = $1::bigint * 2 + 1',
          'DELETE FROM transactionline WHERE "transaction" = $1',
          'DELETE FROM "transaction" WHERE id = $1',
        ]
      : ['DELETE FROM entityaddress WHERE nkey = $1', 'DELETE FROM customer WHERE id = $1'];
  for (const statement of statements) await client.query(statement, [id]);
  return removed.rows[0]?.body;
}

function deriveRows(type: RecordType, body: RecordBody): DerivedRows {
  return type === 'salesOrder' ? deriveOrderRows(body as SalesOrder) : deriveCustomerRows(body as Customer);
}

function append(collected: { [Name in TableName]?: Row<Name>[] }, table: TableName, rows: readonly object[]): void {
  let list = collected[table] as object[] | undefined;
  if (list === undefined) {
    list = [];
    Object.assign(collected, { [table]: list });
  }
  for (const row of rows) list.push(row);
}

/** The body as it is kept: its links without a host, to be answered with this server's own. */
function toStoredText(body: RecordBody): string {
  const json = JSON.stringify(body);
  if (!json.includes('"href":"http')) return json;
  return json.replaceAll(/"href":"https?:\/\/[^/"]+\/services\//g, '"href":"/services/');
}
