import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readText } from '../values/fields.ts';
import type { NamedType, Names } from './names.ts';
import type { AccountColumns } from './probe-columns.ts';
import { readByIds } from './read-by-ids.ts';
import { day } from './suiteql-text.ts';

/** What reading a page needs; one for each reader and call. */
export interface ReadContext {
  readonly client: NetsuiteClient;
  readonly columns: AccountColumns;
  readonly names: Names;
  /** Rows found per id so far, by which queries are sized; a guess to begin with. */
  readonly rowsPerId: Map<Detail, number>;
  /** Takes sentences about what records lack because of the account or the role. */
  readonly notes: Set<string>;
  readonly call: CallOptions | undefined;
}

/**
 * A table with rows that belong to records. Tables are read apart by lists of ids, since unbounded joins time out
 * (suiteql-facts, section 5).
 */
export interface Detail {
  readonly table: string;
  /** Column with the id of the record. */
  readonly key: string;
  /** Columns that every account has. */
  readonly always?: readonly string[];
  /** Columns without which the table is not read; an account or a role may lack each. */
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Those of the columns that are dates. */
  readonly days?: readonly string[];
  /** Columns that give several rows of an id a fixed order. */
  readonly order?: readonly string[];
  /** Equal rows count once. */
  readonly distinct?: true;
  /** Columns with references, and the tables of their names. */
  readonly names?: Readonly<Record<string, NamedType>>;
}

/** Reads rows by the ids of their records; none where the account or the role does not have the table. */
export async function readDetails(
  { client, columns, rowsPerId, call }: ReadContext,
  detail: Detail,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => readonly SuiteqlRow[]> {
  const { table, key, always = [], required, optional = [], days = [] } = detail;
  const wanted = ids.filter((id) => id !== null);
  const has = (column: string) => columns.has(`${table}.${column}`);
  if (wanted.length === 0 || !required.every(has)) return () => [];
  const selected = [...new Set([key, ...always, ...required, ...optional.filter(has)])];
  const expressionOf = (column: string) => (days.includes(column) ? day(`d.${column}`) : `d.${column}`);
  const list = selected.map((column) => `${expressionOf(column)} AS ${column}`).join(', ');
  const order = [...new Set([key, ...(detail.order ?? []).filter((column) => selected.includes(column))])];
  const query = (idList: string) =>
    `SELECT ${detail.distinct ? 'DISTINCT ' : ''}${list} FROM ${table} d WHERE d.${key} IN (${idList}) ` +
    `ORDER BY ${order.map((column) => `d.${column}`).join(', ')}`;
  const rows = await readByIds(client, wanted, query, call, key, rowsPerId.get(detail));
  rowsPerId.set(detail, rows.length / wanted.length);
  const byId = Map.groupBy(rows, (row) => readText(row, key));
  return (id) => byId.get(id) ?? [];
}
