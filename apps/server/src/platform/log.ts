import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** In ascending order of verbosity; `silent` logs nothing. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretNames = [
  'authorization',
  'cookie',
  'password',
  'otp',
  'token',
  'access_token',
  'secret',
  'privateKey',
  'connectionString',
];

/** Names whose values are redacted in log lines, up to two levels deep. An error's `code` is not secret. */
const redactedPaths = [
  ...secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...['code', 'body.code', 'mail.code', 'data.code'],
  // The complete connection, which pg attaches to its errors.
  'err.client',
];

/** Logs JSON lines to standard output or `destination`. Redacts secrets before writing. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = { level, redact: { paths: redactedPaths, censor: '[redacted]' } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
