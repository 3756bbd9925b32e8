import pg from 'pg';
import { unexpectedError } from '../http/errors.ts';
import type { SandboxSettings } from '../settings.ts';
import type { SandboxDatabase } from '../store/database.ts';
import { type Account, type CustomField, resolveTable, stateOf } from './netsuite-tables.ts';
import { missingColumn, searchError } from './query-error.ts';
import { type TranslatedQuery, translateSuiteql } from './translate.ts';

const { NUMERIC, DATE, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
/** The most results that one query gives, whatever its paging. */
const MAX_RESULTS = 100_000;
/** Beyond so many columns NetSuite answers no rows, without an error (suiteql-facts, section 1). */
const MAX_COLUMNS = 100;

/** A query with its page, as an account of these settings gets it at this moment. */
export type SuiteqlRequest = {
  query: string;
  limit: number;
  offset: number;
  settings: SandboxSettings;
  /** What CURRENT_TIMESTAMP gives. */
  now: Date;
  /** A number that differs between requests, by which the order of unsorted rows differs. */
  request: number;
};

/** A row as it is answered: its columns beside an empty list of links. */
type SuiteqlItem = { links: []; [column: string]: string | [] };

/** Runs one SuiteQL query and answers one page of it. */
export async function executeSuiteql(database: SandboxDatabase, request: SuiteqlRequest) {
  const { settings, offset } = request;
  const pool = database.queries(settings.timeZone);
  const account: Account = { settings, customFields: await readCustomFields(database.records) };
  const translated = translateSuiteql(request.query, request.now, (name) => resolveTable(name, account));
  const limit = Math.min(request.limit, settings.pageRows, Math.max(MAX_RESULTS - offset, 0));
  try {
    const items = await readPage(pool, translated, { ...request, limit });
    if (holdsUnreadable(items, translated, settings)) throw unexpectedError();
    const isLast = items.length < limit && (items.length > 0 || offset === 0);
    const totalResults = isLast ? offset + items.length : await countResults(pool, translated);
    return { items, totalResults, joins: translated.tables.size > 1 };
  } catch (error) {
    throw error instanceof pg.DatabaseError ? explain(error, translated, settings) : error;
  }
}

async function readCustomFields(pool: pg.Pool): Promise<CustomField[]> {
  const found = await pool.query<CustomField>({
    name: 'custom fields',
    text: `SELECT replace(record_type, 'custom field of ', '') AS table, id AS name, name AS kind FROM display_name
     WHERE record_type IN ('custom field of transaction', 'custom field of customer')`,
  });
  return found.rows;
}

async function readPage(
  pool: pg.Pool,
  { sql, orderBy }: TranslatedQuery,
  { limit, offset, request, settings }: Pick<SuiteqlRequest, 'limit' | 'offset' | 'request' | 'settings'>,
): Promise<SuiteqlItem[]> {
  // Pages of an unsorted query skip and repeat rows (suiteql-facts, section 1): each request has an order of its own.
  const unsorted = `SELECT * FROM (${sql}) AS unsorted ORDER BY md5(unsorted::text || ${request})`;
  const text = `${orderBy === '' ? unsorted : sql + orderBy} LIMIT ${limit} OFFSET ${offset}`;
  const { fields, rows } = await pool.query<(string | null)[]>({ text, rowMode: 'array', types: asText });
  if (fields.length > MAX_COLUMNS) return [];
  return rows.map((row) => {
    const item: SuiteqlItem = { links: [] };
    for (const [index, { name, dataTypeID }] of fields.entries()) {
      const value = row[index];
      if (value !== null && value !== undefined) item[name] = formatValue(value, dataTypeID, settings.dateFormat);
    }
    return item;
  });
}

async function countResults(pool: pg.Pool, { sql }: TranslatedQuery): Promise<number> {
  const counted = await pool.query<{ count: string }>(
    `SELECT count(*) FROM (SELECT * FROM (${sql}) AS bounded LIMIT ${MAX_RESULTS}) AS counted`,
  );
  return Number(counted.rows[0]?.count ?? 0);
}

const asText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

/** Whether a page contains a record that is set to be unreadable. */
function holdsUnreadable(items: SuiteqlItem[], query: TranslatedQuery, settings: SandboxSettings): boolean {
  const read = new Set(query.tables.values());
  const { customer = [], ...others } = settings.unreadable;
  const transactions = new Set(Object.values(others).flat());
  return items.some(({ id, transaction, type: _type, links: _links, ...columns }) => {
    // Ids and types alone can still be listed.
    if (Object.keys(columns).length === 0) return false;
    const lineOf = read.has('transactionline') && transactions.has(String(transaction));
    if (read.has('transaction') || lineOf) return lineOf || transactions.has(String(id));
    return read.has('customer') && customer.includes(String(id));
  });
}

/** PostgreSQL's complaint in NetSuite's words; what is no fault of the query stays an internal error. */
function explain(error: pg.DatabaseError, { tables }: TranslatedQuery, settings: SandboxSettings): Error {
  const code = error.code ?? '';
  if (code === '42703') {
    const named = /(\w+)"? does not exist/.exec(error.message)?.[1] ?? '';
    const states = [...tables.values()].map((table) => stateOf(table, named, settings));
    return missingColumn(named, states.find((state) => state !== 'shown') ?? 'unknown', tables);
  }
  return /^(22|42)/.test(code) ? searchError(`${error.message}.`) : error;
}

/** A value as SuiteQL answers it: always a string, dates in the user's format and without their time. */
function formatValue(text: string, type: number, dateFormat: SandboxSettings['dateFormat']): string {
  if (type === NUMERIC) return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  if (type !== DATE && type !== TIMESTAMP && type !== TIMESTAMPTZ) return text;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  const parts: Record<string, unknown> = { YYYY: year, M: month, D: day };
  return dateFormat.replaceAll(/[A-Z]+/g, (part) => String(parts[part]));
}
