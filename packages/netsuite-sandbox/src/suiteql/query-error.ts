import { NetSuiteError } from '../http/errors.ts';

const preamble = 'Invalid search query. Detailed unprocessed description follows.';

/** A query that NetSuite refuses, in its words: 400 INVALID_PARAMETER, naming the parameter q. */
export function invalidQuery(reason: string): NetSuiteError {
  return new NetSuiteError(400, 'INVALID_PARAMETER', `${preamble} ${reason}`, { queryParameter: 'q' });
}

export function searchError(reason: string): NetSuiteError {
  return invalidQuery(`Search error occurred: ${reason}`);
}

/** `tables`: the query's aliases with their tables. */
export function unknownIdentifier(name: string, tables: ReadonlyMap<string, string>): NetSuiteError {
  const available = [...tables].map(([alias, table]) => `${alias}=${table}`).join(', ');
  return searchError(`Unknown identifier '${name}'. Available identifiers are: {${available}}.`);
}

/** A part of SuiteQL that this sandbox does not know; NetSuite itself might take it. */
export function unsupported(what: string): NetSuiteError {
  return searchError(`Invalid or unsupported search. (${what} is not known to the sandbox.)`);
}
