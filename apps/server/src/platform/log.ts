import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** From the fewest lines on; at `silent` there are none. */
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

/** Names that never appear with their value in a log line, up to two levels deep. An error's `code` is no secret. */
const redactedPaths = [
  ...secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...['code', 'body.code', 'mail.code', 'data.code'],
  // The whole connection, which pg hangs on its error.
  'err.client',
];

/** JSON lines on standard output, or where `destination` says. Secrets are replaced before anything is written. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = { level, redact: { paths: redactedPaths, censor: '[redacted]' } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
