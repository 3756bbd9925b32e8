import { NetsuiteError } from '../http/errors.ts';

const preamble = 'Invalid search query. Detailed unprocessed description follows.';

/** A query that NetSuite refuses, in its words: 400 INVALID_PARAMETER, naming the parameter q. */
export function invalidQuery(reason: string): NetsuiteError {
  return new NetsuiteError(400, 'INVALID_PARAMETER', `${preamble} ${reason}`, { queryParameter: 'q' });
}

/** The same for a query that was understood so far and cannot be run. */
export function searchError(reason: string): NetsuiteError {
  return invalidQuery(`Search error occurred: ${reason}`);
}

/** `tables`: the query's aliases with their tables. */
export function unknownIdentifier(name: string, tables: ReadonlyMap<string, string>): NetsuiteError {
  const available = [...tables].map(([alias, table]) => `${alias}=${table}`).join(', ');
  return searchError(`Unknown identifier '${name}'. Available identifiers are: {${available}}.`);
}

/** A part of SuiteQL that this sandbox does not know; NetSuite itself might take it. */
export function unsupported(what: string): NetsuiteError {
  return searchError(`Invalid or unsupported search. (${what} is not known to the sandbox.)`);
}
