import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs, type NetsuiteError } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';

/** Columns that an account has, as `table.column`. */
export type AccountColumns = ReadonlySet<string>;

/** Columns to look for, by table. */
export type CandidateColumns = Readonly<Record<string, readonly string[]>>;

/**
 * The five forms in which NetSuite says that a column or table is not there for this role (suiteql-facts, section 7:
 * unknown identifier, unknown table, table without permission, hidden field, removed field).
 */
const missingForms = [
  /unknown identifier/i,
  /invalid search type/i,
  /record '[^']*' was not found/i,
  /field '[^']*' for record '[^']*' was not found/i,
];

/**
 * Finds out which candidates the account has. Queries all columns of a table at once; if that is refused, one by
 * one, because an error names at most one column. Throws on any other failure: a transient error never counts as "missing".
 */
export async function probeColumns(
  client: NetsuiteClient,
  candidates: CandidateColumns,
  configuration: readonly string[],
  call?: CallOptions,
): Promise<AccountColumns> {
  const known = await Promise.all(
    Object.entries(candidates).map(async ([table, columns]) => {
      const found = (await hasColumns(client, table, columns, call))
        ? columns
        : await oneByOne(client, table, columns, call);
      return found.map((column) => `${table}.${column}`);
    }),
  );
  return new Set([...known.flat(), ...configuration]);
}

async function oneByOne(
  client: NetsuiteClient,
  table: string,
  columns: readonly string[],
  call: CallOptions | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (const column of columns) if (await hasColumns(client, table, [column], call)) found.push(column);
  return found;
}

async function hasColumns(
  client: NetsuiteClient,
  table: string,
  columns: readonly string[],
  call: CallOptions | undefined,
): Promise<boolean> {
  try {
    await client.suiteql({ q: `SELECT ${columns.join(', ')} FROM ${table} WHERE ROWNUM <= 1`, limit: 1 }, call);
    return true;
  } catch (error) {
    if (failedAs(error, 'permission')) return false;
    // A refused conversion means that a custom field is not of its configured type.
    if (failedAs(error, 'refused') && (isMissing(error) || columns.some(isExpression))) return false;
    if (failedAs(error, 'unavailable') && error.status === 500) return !(await answers(client, table, call, error));
    throw error;
  }
}

/**
 * A bad column can also answer with a bare 500 (suiteql-facts, section 7). It is taken for missing when the table itself
 * answers at the same moment; otherwise NetSuite is in trouble and the error is thrown.
 */
async function answers(
  client: NetsuiteClient,
  table: string,
  call: CallOptions | undefined,
  failure: NetsuiteError,
): Promise<true> {
  try {
    await client.suiteql({ q: `SELECT COUNT(*) AS records FROM ${table} WHERE ROWNUM <= 1`, limit: 1 }, call);
    return true;
  } catch {
    throw failure;
  }
}

function isExpression(column: string): boolean {
  return column.includes('(');
}

function isMissing({ detail }: NetsuiteError): boolean {
  return missingForms.some((form) => form.test(detail));
}
