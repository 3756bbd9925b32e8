/** Statement canceled by a timeout or by the portal, lock not available, transaction ended by a timeout. */
const timeouts = new Set(['57014', '55P03', '25P03', '25P04']);
/** SQLSTATE classes and codes of temporary errors. 40: retry the transaction, 53: no resources, 57: shutting down. */
const temporary = /^(08|40|53|57)/;
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
/** Messages of pg errors without a code. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|client was closed/i;

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the error means that the database is temporarily unavailable, so that a retry may succeed. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined && timeouts.has(code)) return false;
  if (code !== undefined) return networkCodes.has(code) || (isSqlState(code) && temporary.test(code));
  return lostConnection.test(error.message);
}

/**
 * Whether the database ended a statement or transaction because it exceeded a time limit, or because its wait for a
 * lock did.
 */
export function isDatabaseTimeout(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code !== undefined && timeouts.has(code);
}

/** Whether PostgreSQL rejected a value (class 22): out of range, or a null byte in a text. */
export function isRefusedValue(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code !== undefined && isSqlState(code) && code.startsWith('22');
}

/** Whether a unique constraint was violated. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '23505';
}

/** Whether a referenced row, such as a user or an order, was deleted meanwhile. */
export function isMissingReference(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '23503';
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
