/** Statement canceled by its time limit or by the portal, lock not available, transaction ended by a time limit. */
const timeouts = new Set(['57014', '55P03', '25P03', '25P04']);
/** SQLSTATE classes and codes that say: not now. 40: retry the transaction, 53: no resources, 57: being stopped. */
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
/** pg has no codes for these. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|client was closed/i;

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether an error means that the database cannot be reached or cannot answer now, so that trying again may help. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined && timeouts.has(code)) return false;
  if (code !== undefined) return networkCodes.has(code) || (isSqlState(code) && temporary.test(code));
  return lostConnection.test(error.message);
}

/** Whether the database ended a statement or transaction because it, or its wait for a lock, took too long. */
export function isDatabaseTimeout(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code !== undefined && timeouts.has(code);
}

/** Whether PostgreSQL refused a value as such (class 22): out of range, a zero byte in a text. */
export function isRefusedValue(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code !== undefined && isSqlState(code) && code.startsWith('22');
}

/** Whether a unique constraint was violated. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '23505';
}

/** Whether what a row refers to has gone meanwhile: its user, its order. */
export function isMissingReference(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '23503';
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
