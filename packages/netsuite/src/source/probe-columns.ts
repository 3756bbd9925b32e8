import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs, isServerError } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';

/** Columns that an account has, as `table.column`. */
export type AccountColumns = ReadonlySet<string>;

/** Columns to look for by table, with the expressions by which they are read. */
export type CandidateColumns = Readonly<Record<string, ReadonlyMap<string, string>>>;

/**
 * The forms in which NetSuite says that a column or table is not there for this role (suiteql-facts, section 7: unknown
 * identifier, unknown table, table without permission, hidden field, removed field).
 */
const missingForms =
  /unknown identifier|invalid search type|(record|field) '[^']*'( for record '[^']*')? was not found/i;

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
      const hasAll = await hasColumns(client, table, [...columns.values()], call);
      const found: string[] = [];
      for (const [column, expression] of columns)
        if (hasAll || (await hasColumns(client, table, [expression], call))) found.push(`${table}.${column}`);
      return found;
    }),
  );
  return new Set([...known.flat(), ...configuration]);
}

/**
 * The result of queries, or `otherwise` where NetSuite refuses one, or one fails because these columns of a table always do;
 * without columns, whenever one fails. Throws where the role has lost SuiteQL as a whole.
 */
export async function unlessRefused<Result, Otherwise>(
  client: NetsuiteClient,
  result: Promise<Result>,
  otherwise: Otherwise,
  call?: CallOptions,
  [table, ...columns]: readonly [table: string, ...columns: string[]] = ['dual'],
): Promise<Result | Otherwise> {
  return result.catch(async (error: unknown) => {
    if (failedAs(error, 'refused', 'permission')) await readFirst(client, '1 AS answer', 'dual', call);
    else if (!isServerError(error)) throw error;
    else if (columns.length > 0 && (await hasColumns(client, table, columns, call))) throw error;
    return otherwise;
  });
}

/** Asks for one row; past 500 if the first may be unreadable. Sources disagree on ROWNUM (suiteql-facts, section 1). */
export async function readFirst(client: NetsuiteClient, columns: string, table: string, call?: CallOptions) {
  const q = `SELECT ${columns} FROM ${table}`;
  return client.suiteql({ q: `${q} WHERE ROWNUM <= 1`, limit: 1 }, call).catch((error: unknown) => {
    if (!failedAs(error, 'refused') && !isServerError(error)) throw error;
    return client.suiteql({ q, limit: 1, offset: isServerError(error) ? 500 : 0 }, call);
  });
}

async function hasColumns(
  client: NetsuiteClient,
  table: string,
  columns: readonly string[],
  call: CallOptions | undefined,
  repeats = 4,
): Promise<boolean> {
  try {
    await readFirst(client, columns.join(', '), table, call);
    return true;
  } catch (error) {
    // A refused conversion means that a field is not of its type.
    const isConverted = columns.some((column) => column.includes('('));
    if (failedAs(error, 'refused') && (isConverted || missingForms.test(error.detail))) return false;
    const isHidden = failedAs(error, 'permission');
    if (!isHidden && !isServerError(error)) throw error;
    // A bad column can also answer with a bare 500 (suiteql-facts, section 7), and so may a table. It is taken for missing when
    // SuiteQL answers at the same moment; otherwise NetSuite is in trouble, or the role has lost all.
    await readFirst(client, '1 AS answer', 'dual', call).catch(() => Promise.reject(error));
    // Where half of all requests fail, all attempts for one column may fail by chance, several times.
    const left = isHidden ? Math.min(repeats, 1) : repeats;
    return left > 0 && hasColumns(client, table, columns, { ...call, attempts: 4 }, left - 1);
  }
}
