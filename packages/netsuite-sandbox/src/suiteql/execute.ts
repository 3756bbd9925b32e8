import pg from 'pg';
import { unexpectedError } from '../http/errors.ts';
import type { SandboxSettings } from '../settings.ts';
import { formatValue } from './format-value.ts';
import { hasDisplayName, resolveTable } from './netsuite-tables.ts';
import { invalidQuery, searchError, unknownIdentifier } from './query-error.ts';
import { type RewrittenQuery, rewriteSuiteql } from './rewrite.ts';

/** The most results that one query gives, whatever its paging. */
export const MAX_RESULTS = 100_000;

/** A query with its page, as an account of these settings gets it at this moment. */
export type SuiteqlRequest = {
  query: string;
  parameters: readonly (string | number | boolean | null)[];
  limit: number;
  offset: number;
  settings: SandboxSettings;
  now: Date;
};

/** A row as it is answered: its columns beside an empty list of links. */
export type SuiteqlItem = { links: []; [column: string]: string | [] };

export type SuiteqlPage = { items: SuiteqlItem[]; totalResults: number; hasMore: boolean };

/** Runs one SuiteQL query and answers one page of it. */
export async function executeSuiteql(pool: pg.Pool, request: SuiteqlRequest): Promise<SuiteqlPage> {
  const { settings, offset } = request;
  const rewritten = rewriteSuiteql(request.query, {
    resolveTable: (name) => resolveTable(name, settings),
    hasDisplayName,
    now: request.now.toISOString(),
  });
  if (rewritten.parameters !== request.parameters.length) {
    throw invalidQuery(
      `The query has ${rewritten.parameters} placeholders, but ${request.parameters.length} parameters came.`,
    );
  }
  const parameters = request.parameters.map(toText);
  const limit = Math.min(request.limit, Math.max(MAX_RESULTS - offset, 0));
  try {
    const items = await readPage(pool, rewritten, parameters, limit, offset);
    if (holdsUnreadable(items, rewritten, settings)) throw unexpectedError();
    const isLast = items.length < limit && (items.length > 0 || offset === 0);
    const totalResults = isLast ? offset + items.length : await countResults(pool, rewritten, parameters);
    return { items, totalResults, hasMore: offset + items.length < totalResults };
  } catch (error) {
    throw error instanceof pg.DatabaseError ? translate(error, rewritten) : error;
  }
}

async function readPage(
  pool: pg.Pool,
  { sql, orderBy, isBounded }: RewrittenQuery,
  parameters: (string | null)[],
  limit: number,
  offset: number,
): Promise<SuiteqlItem[]> {
  const whole = isBounded ? `SELECT * FROM (${sql}) AS "bounded$"` : sql + orderBy;
  const text = `${whole} LIMIT ${limit} OFFSET ${offset}`;
  const { fields, rows } = await pool.query<(string | null)[]>({
    text,
    values: parameters,
    rowMode: 'array',
    types: asText,
  });
  return rows.map((row) => {
    const item: SuiteqlItem = { links: [] };
    for (const [index, { name, dataTypeID }] of fields.entries()) {
      const value = row[index];
      // A dollar marks the sandbox's own columns, which SELECT * brings along.
      if (value !== null && value !== undefined && !name.includes('$')) item[name] = formatValue(value, dataTypeID);
    }
    return item;
  });
}

async function countResults(pool: pg.Pool, query: RewrittenQuery, parameters: (string | null)[]): Promise<number> {
  // Sorting is of no use to a count, unless parameters stand there, which must all be used.
  const sql = query.orderBy.includes('$') ? query.sql + query.orderBy : query.sql;
  const bounded = query.isBounded ? `SELECT * FROM (${sql}) AS "bounded$"` : sql;
  const counted = await pool.query<{ count: string }>(
    `SELECT count(*) FROM (${bounded} LIMIT ${MAX_RESULTS}) AS "counted$"`,
    parameters,
  );
  return Number(counted.rows[0]?.count ?? 0);
}

const asText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

function toText(value: string | number | boolean | null): string | null {
  if (typeof value === 'boolean') return value ? 'T' : 'F';
  return value === null ? null : String(value);
}

/** Whether a page contains a record that is set to be unreadable. */
function holdsUnreadable(items: SuiteqlItem[], query: RewrittenQuery, settings: SandboxSettings): boolean {
  const read = new Set(query.aliases.values());
  const orders = new Set(settings.unreadable.salesOrder);
  const customers = new Set(settings.unreadable.customer);
  return items.some(({ id, transaction, links: _, ...columns }) => {
    // Ids alone can still be listed.
    if (Object.keys(columns).length === 0) return false;
    const lineOf = read.has('transactionline') && orders.has(String(transaction));
    if (read.has('transaction') || lineOf) return lineOf || orders.has(String(id));
    return read.has('customer') && customers.has(String(id));
  });
}

/** PostgreSQL's complaint in NetSuite's words; what is no fault of the query stays an internal error. */
function translate(error: pg.DatabaseError, { aliases }: RewrittenQuery): Error {
  const code = error.code ?? '';
  const named = /"?([\w$]+)"?(?: does not exist|$)/.exec(error.message)?.[1] ?? '';
  if (code === '42703' || code === '42P01') return unknownIdentifier(named.replace(/\$name$/, ''), aliases);
  if (code === '57014') return unexpectedError();
  return /^(0A|21|22|25|42)/.test(code) ? searchError(`${error.message}.`) : error;
}
