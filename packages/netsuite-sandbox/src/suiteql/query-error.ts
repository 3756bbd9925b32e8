import { invalidParameter, type NetsuiteError, unexpectedError } from '../http/errors.ts';
import type { ColumnState } from '../settings.ts';

const preamble = 'Invalid search query. Detailed unprocessed description follows.';

/** A query that NetSuite refuses, in its words. */
export const invalidQuery = (reason: string): NetsuiteError => invalidParameter(`${preamble} ${reason}`);

/** The same for a query that was understood so far and cannot be run. */
export const searchError = (reason: string): NetsuiteError => invalidQuery(`Search error occurred: ${reason}`);

/**
 * The forms in which NetSuite refuses a column (suiteql-facts, section 7). `tables`: by the query's aliases.
 */
export function missingColumn(name: string, state: ColumnState, tables: ReadonlyMap<string, string>): NetsuiteError {
  const [table = ''] = tables.values();
  const field = `Field '${name}' for record '${table}' was not found. Reason:`;
  if (state === 'server error') return unexpectedError();
  if (state === 'removed') return searchError(`${field} REMOVED - Field is removed`);
  if (state === 'not exposed')
    return searchError(`${field} NOT_EXPOSED - Field is marked as internal for channel SEARCH`);
  const available = [...tables].map(([alias, known]) => `${alias}=${known}`).join(', ');
  return searchError(`Unknown identifier '${name}'. Available identifiers are: {${available}}.`);
}

/** A part of SuiteQL that this sandbox does not know; NetSuite itself might take it. */
export function unsupported(what: string): NetsuiteError {
  return searchError(`Invalid or unsupported search. (${what} is not known to the sandbox.)`);
}
