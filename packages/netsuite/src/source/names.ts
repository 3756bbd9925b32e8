import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readShortText, readText } from '../values/fields.ts';
import { unlessRefused } from './probe-columns.ts';
import { readAll, readByIds, readReadable } from './read-by-ids.ts';

/** Records that others refer to by id, with the columns that hold their name, the first that is filled. */
const nameColumns = {
  customer: ['companyname', 'entityid'],
  term: ['name'],
  currency: ['name'],
  location: ['name'],
  subsidiary: ['name'],
  pricelevel: ['name'],
  customercategory: ['name'],
  entitystatus: ['name'],
  employee: ['entityid'],
  job: ['entityid'],
  item: ['itemid'],
  shipitem: ['itemid'],
  language: ['name'],
} as const;

/** Also the lists and records that an account has made itself, whose column is `name`. */
export type NamedType = keyof typeof nameColumns | `customlist${string}` | `customrecord${string}`;

/** Whether names can be looked up in this table. */
export function isNamedType(table: string): table is NamedType {
  return Object.hasOwn(nameColumns, table) || /^custom(list|record)[a-z0-9_]+$/.test(table);
}

/** A record that others refer to, with its name. */
export interface NamedRecord {
  readonly type: NamedType;
  readonly id: string;
  readonly name: string;
}

/** A column of records, or of rows that name their record in `key`, that refers to others. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** `id` if absent. */
  readonly key?: string;
}

export type References = ReadonlyMap<NamedType, Reference>;
/** Stores names before records show them, null where NetSuite shows none; resolves with the last known names of their ids. */
export type Remember = (type: NamedType, names: ShownNames) => Promise<ReadonlyMap<string, string>>;
type ShownNames = ReadonlyMap<string, string | null>;

/** Names by id, looked up in bulk and kept for one run. */
export type Names = ReturnType<typeof createNames>;

/**
 * Looks names up by id, so that a rename shows wherever the record is referred to and no query computes names by row. Those
 * that a table lacks, or that the role may not see there, are read as records show them (a guess: that they show such names).
 * `notes` takes sentences about names that are not shown at all; the last known ones stand for them.
 */
export function createNames(client: NetsuiteClient, references: References, notes: Set<string>, remember: Remember) {
  const known = new Map<string, string>();
  const read = new Map<string, NamedRecord>();
  const add = (type: NamedType, id: string, name: string) => {
    known.set(`${type} ${id}`, name);
    read.set(`${type} ${id}`, { type, id, name });
  };
  async function take(type: NamedType, names: ShownNames, isInUse = (_: string) => true) {
    const former = await remember(type, names);
    for (const [id, name] of names)
      if (name === null) known.set(`${type} ${id}`, former.get(id) ?? id);
      else add(type, id, name);
    if ([...names].some(([id, name]) => name === null && isInUse(id)))
      notes.add(`NetSuite does not show some names of the table ${type}, which stay as last known, or ids.`);
  }

  return {
    /** Looks up ids that are not known yet, at most 1000 a request; null where a record refers to none. */
    async load(wanted: Partial<Record<NamedType, (string | null)[]>>, call?: CallOptions, areInUse = true) {
      const loading = (Object.keys(wanted) as NamedType[]).map(async (type) => {
        // Custom fields may hold other texts, which stand for themselves.
        const isMissing = (id: string | null): id is string =>
          /^-?\d{1,18}$/.test(id ?? '') && !known.has(`${type} ${id}`);
        const missing = [...new Set(wanted[type])].filter(isMissing);
        if (missing.length === 0) return;
        const found = await readNames(client, type, missing, call);
        const left = missing.filter((id) => (found.get(id) ?? null) === null);
        const reference = references.get(type);
        const shown = reference === undefined ? new Map() : await readShownNames(client, reference, left, call);
        const names = new Map(missing.map((id) => [id, found.get(id) ?? shown.get(id) ?? null] as const));
        await take(type, names, (id) => areInUse || shown.has(id));
      });
      await Promise.all(loading);
    },
    /** Takes names that were found elsewhere, null for one that NetSuite does not show. */
    take,
    /** Takes a name that was read with the record itself. */
    add,
    /** The name of a loaded id. Where NetSuite shows none, the last known one or the id stands for it. */
    of: (type: NamedType, id: string | null) => (id === null ? null : (known.get(`${type} ${id}`) ?? id)),
    /** Names that NetSuite showed in this run. */
    entries: (): NamedRecord[] => [...read.values()],
  };
}

/** Without the feature or the permission there is no such table. Beside a record that cannot be read, others are. */
async function readNames(
  client: NetsuiteClient,
  type: NamedType,
  ids: readonly string[],
  call: CallOptions | undefined,
): Promise<Map<string | null, string | null>> {
  const columns = (nameColumns as Partial<Record<string, readonly string[]>>)[type] ?? ['name'];
  const selected = columns.map((column) => `n.${column} AS ${column}`).join(', ');
  const query = (idList: string) =>
    `SELECT n.id AS id, ${selected} FROM ${type} n WHERE n.id IN (${idList}) ORDER BY n.id`;
  const nameOf = (row: SuiteqlRow) => columns.map((column) => readShortText(row, column)).find((name) => name !== null);
  const rows = await readReadable(client, [type, ...columns], ids, query, call);
  return new Map(rows.map((row) => [readText(row, 'id'), nameOf(row) ?? null]));
}

/**
 * Names of ids, or of all, as the first or else the last record of each shows them, as NetSuite computes names row by row
 * (suiteql-facts, section 1). Null for an id without one, or where NetSuite refuses to find the records, or always fails.
 */
export async function readShownNames(
  client: NetsuiteClient,
  { table, column, key = 'id' }: Reference,
  ids: readonly string[] | 'all',
  call?: CallOptions,
): Promise<Map<string | null, string | null>> {
  const ends = (isWanted: string) =>
    `SELECT r.${column} AS id, MIN(r.${key}) AS firstid, MAX(r.${key}) AS lastid FROM ${table} r ` +
    `WHERE r.${column} ${isWanted} GROUP BY r.${column} ORDER BY r.${column}`;
  const often = { ...call, attempts: undefined };
  const found =
    ids === 'all'
      ? readAll(client, ends('IS NOT NULL'), often)
      : readByIds(client, ids, (idList) => ends(`IN (${idList})`), often);
  const shown = (idList: string) =>
    `SELECT r.${key} AS id, r.${column} AS value, BUILTIN.DF(r.${column}) AS name FROM ${table} r ` +
    `WHERE r.${key} IN (${idList}) ORDER BY r.${key}, r.${column}`;
  const records = await unlessRefused(client, found, ids === 'all' ? [] : ids.map((id) => ({ id })), call);
  const names = new Map<string | null, string | null>(records.map((row) => [readText(row, 'id'), null]));
  for (const end of ['firstid', 'lastid']) {
    const left = records.filter((row) => names.get(readText(row, 'id')) === null);
    const recordIds = left.flatMap((row) => readText(row, end) ?? []);
    const rows = await readReadable(client, [table, `BUILTIN.DF(${column})`], recordIds, shown, call);
    for (const row of rows) names.set(readText(row, 'value'), readShortText(row, 'name'));
  }
  return names;
}
