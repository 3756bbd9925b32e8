import type { Credentials } from '@portal/netsuite/client/credentials';
import type { RetryPolicy } from '@portal/netsuite/client/retry';
import { z } from 'zod';
import { customFieldVariables, readCustomFields } from './config-custom-fields.ts';
import { readRetention, retentionVariables } from './config-retention.ts';
import { trackingUrls } from './config-tracking-urls.ts';
import { readUsageLimits, usageLimitVariables, wholeNumber } from './config-usage-limits.ts';
import { readVariableFiles } from './config-variable-files.ts';
import { hourMs, secondMs } from './platform/clock.ts';
import { logLevels } from './platform/log.ts';
import { parseStorageUrl, type StorageTarget } from './platform/storage.ts';

/** Validated configuration from the environment; docs/operations.md explains the variables. */
export type Config = ReturnType<typeof toConfig>;

/** Address, credentials and concurrency limit for NetSuite. */
export type NetsuiteConfig = {
  accountId: string;
  /** Undefined: the account's default address at NetSuite. */
  baseUrl: string | undefined;
  credentials: Credentials;
  /** Maximum concurrent requests, part of the account's limit for all its integrations. */
  concurrency: number;
  /** Waits between attempts; those of production by default. */
  retry?: Partial<RetryPolicy>;
};

/** Invalid configuration, with one line for each invalid variable. */
export class ConfigError extends Error {
  readonly lines: string[];
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

const text = z.string().min(1, 'is required');
const url = (protocols: RegExp, example: string) =>
  text.pipe(z.url({ protocol: protocols, error: `must be a URL such as ${example}` }));

const minDatabaseConnections = 6;
const tooFewConnections =
  `must be at least ${minDatabaseConnections}: one connection listens for sync events, one cancels queries, ` +
  'one is for an export, one for a sync run, and two are left for requests';

const hours = (max: number) =>
  z.coerce.number({ error: 'must be a number' }).positive('must be more than 0').max(max, `must be at most ${max}`);

/** The schedule uses minutes of the hour. */
const minutesOfAnHour = [0, 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60];

const storageUrl = text.transform((value, context): StorageTarget => {
  const target = parseStorageUrl(value);
  if (target !== undefined) return target;
  const message =
    'must be a folder, file:///var/lib/portal, or a bucket, s3://bucket?endpoint=https://host&region=name';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const longSecret = text.min(32, 'must have at least 32 characters, for instance from: openssl rand -base64 48');

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: url(/^https?$/, 'https://portal.example.com'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/portal'),
  DATABASE_CONNECTIONS: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(minDatabaseConnections, tooFewConnections)
    .max(500, 'must be at most 500')
    .default(10),
  DATABASE_STATEMENT_SECONDS: wholeNumber(1, 300).default(10),
  EXPORT_SECONDS: wholeNumber(1, 3600).default(300),
  EXPORT_STALLED_SECONDS: wholeNumber(1, 300).default(30),
  EXPORT_SPOOL_BYTES: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(1024 ** 3),
  REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  REQUESTS_AT_ONCE: wholeNumber(1, 10_000).default(60),
  REQUESTS_BUSY_PERCENT: wholeNumber(1, 1_000_000).default(50),
  ANONYMOUS_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(1200),
  ANONYMOUS_REQUESTS_AT_ONCE: wholeNumber(1, 10_000).default(60),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:587'),
  MAIL_FROM: z.string().default('Order Portal <portal@localhost>'),
  STORAGE_URL: storageUrl,
  // An S3 upload has at most 10,000 parts of 5 MiB.
  ATTACHMENT_MAX_BYTES: wholeNumber(1, 50_000 * 1024 ** 2).default(25 * 1024 ** 2),
  SERVER_KEY: text.refine(
    (keys) => keys.split('\n').every((key) => key.length >= 32),
    'must have at least 32 characters in each line, for instance from: openssl rand -base64 48',
  ),
  NETSUITE_ACCOUNT_ID: text,
  NETSUITE_BASE_URL: url(/^https?$/, 'https://1234567.suitetalk.api.netsuite.com').optional(),
  NETSUITE_CLIENT_ID: text.optional(),
  NETSUITE_CERTIFICATE_ID: text.optional(),
  NETSUITE_PRIVATE_KEY: text.optional(),
  NETSUITE_TBA_CONSUMER_KEY: text.optional(),
  NETSUITE_TBA_CONSUMER_SECRET: text.optional(),
  NETSUITE_TBA_TOKEN_ID: text.optional(),
  NETSUITE_TBA_TOKEN_SECRET: text.optional(),
  NETSUITE_CONCURRENCY: wholeNumber(1, 100).default(4),
  NETSUITE_FEED_SECRET: longSecret.optional(),
  SYNC_EVERY_MINUTES: z.coerce
    .number({ error: 'must be a number' })
    .refine((minutes) => minutesOfAnHour.includes(minutes), `must be one of ${minutesOfAnHour.join(', ')}`)
    .default(5),
  SYNC_ALERT_MINUTES: wholeNumber(0, 10_080).default(60),
  SESSION_IDLE_HOURS: hours(720).default(8),
  SESSION_ABSOLUTE_HOURS: hours(2160).default(24),
  TRUST_PROXY: z
    .string()
    .regex(/^(false|\d{1,2}|[0-9a-fA-F.:/, ]+)$/, 'must be false, a number of proxies, or their addresses')
    .default('false'),
  SHUTDOWN_DRAIN_SECONDS: wholeNumber(0, 300).default(5),
  SHUTDOWN_SECONDS: wholeNumber(1, 900).default(30),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  ...usageLimitVariables,
  ...retentionVariables,
  ...customFieldVariables,
  TRACKING_URLS: trackingUrls,
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(128, 'must have at most 128').optional(),
});
type Variables = z.infer<typeof variables>;

/**
 * Reads the configuration; throws a `ConfigError` that names each missing or invalid variable. Each variable may be
 * replaced by one with the suffix `_FILE`, the path of a file that contains its value.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = readGiven(environment);
  const result = variables.safeParse(given);
  const lines = [...(result.error?.issues.map((issue) => toLine(issue, given)) ?? []), ...missingCredentials(given)];
  if ((given.ADMIN_EMAIL === undefined) !== (given.ADMIN_PASSWORD === undefined)) {
    lines.push('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.');
  }
  if (result.data === undefined || lines.length > 0) throw new ConfigError(lines);
  return toConfig(result.data);
}

function toConfig(values: Variables) {
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL.replace(/\/+$/, ''),
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    /** Time limit of a request's statement in milliseconds; waits for locks have half of it. */
    databaseStatementMs: values.DATABASE_STATEMENT_SECONDS * secondMs,
    exportLimits: {
      totalMs: values.EXPORT_SECONDS * secondMs,
      stalledMs: values.EXPORT_STALLED_SECONDS * secondMs,
      spoolBytes: values.EXPORT_SPOOL_BYTES,
    },
    /** Requests of a customer-side user; staff have ten times as many. */
    requestLimits: { perMinute: values.REQUESTS_PER_MINUTE, atOnce: values.REQUESTS_AT_ONCE },
    /** Share of the time above which a sender counts as busy; 100 is one request at any time. */
    busyPercent: values.REQUESTS_BUSY_PERCENT,
    /** Requests of a network whose users are not known. */
    networkLimits: { perMinute: values.ANONYMOUS_REQUESTS_PER_MINUTE, atOnce: values.ANONYMOUS_REQUESTS_AT_ONCE },
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    storage: values.STORAGE_URL,
    attachmentMaxBytes: values.ATTACHMENT_MAX_BYTES,
    /** All keys are derived from it; after a rotation several, one a line, newest first. */
    serverKey: values.SERVER_KEY,
    netsuite: readNetsuite(values),
    /** Interval of scheduled syncs, aligned to the hour; 0: only on demand. */
    syncEveryMinutes: values.SYNC_EVERY_MINUTES,
    /**
     * Age from which a mirror counts as stale, which is mailed to administrators; 0: never, since without a schedule the
     * mirror is as old as the last request for a sync.
     */
    syncAlertMinutes: values.SYNC_EVERY_MINUTES === 0 ? 0 : values.SYNC_ALERT_MINUTES,
    sessionLimits: { idleMs: values.SESSION_IDLE_HOURS * hourMs, absoluteMs: values.SESSION_ABSOLUTE_HOURS * hourMs },
    trustProxy: readTrustProxy(values.TRUST_PROXY),
    /** Phases of closing: reported as not ready but still serving, then waiting for open requests. */
    shutdown: { drainMs: values.SHUTDOWN_DRAIN_SECONDS * secondMs, graceMs: values.SHUTDOWN_SECONDS * secondMs },
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    usageLimits: readUsageLimits(values),
    retention: readRetention(values),
    /** Key that NetSuite's scripts sign their notifications with; undefined turns the change feed off. */
    changeFeedSecret: values.NETSUITE_FEED_SECRET,
    customFields: readCustomFields(values),
    trackingUrls: values.TRACKING_URLS,
    firstAdministrator:
      values.ADMIN_EMAIL === undefined || values.ADMIN_PASSWORD === undefined
        ? undefined
        : { email: values.ADMIN_EMAIL.toLowerCase(), password: values.ADMIN_PASSWORD },
  };
}

/**
 * Reads some of the variables, for commands that need no others; throws a `ConfigError` like `readConfig`. Optional
 * variables that are not set are absent.
 */
export function readVariables<Name extends keyof Variables>(
  environment: NodeJS.ProcessEnv,
  ...names: Name[]
): Pick<Variables, Name> {
  const given = readGiven(environment);
  const shape: Record<string, z.ZodType> = Object.fromEntries(names.map((name) => [name, variables.shape[name]]));
  const { data, error } = z.object(shape).safeParse(given);
  if (error !== undefined) throw new ConfigError(error.issues.map((issue) => toLine(issue, given)));
  return data as unknown as Pick<Variables, Name>;
}

function readGiven(environment: NodeJS.ProcessEnv): Record<string, string> {
  const { given, faults } = readVariableFiles(environment, variables.shape);
  if (faults.length > 0) throw new ConfigError(faults);
  return given;
}

function toLine(issue: z.core.$ZodIssue, given: NodeJS.ProcessEnv): string {
  const name = issue.path.join('.');
  return given[name] === undefined ? `${name} is required.` : `${name} ${issue.message}.`;
}

/** Trusted proxies that may set the client's address: none, a number of hops, or these addresses. */
function readTrustProxy(value: string): false | number | string[] {
  if (value === 'false') return false;
  if (/^\d+$/.test(value)) return Number(value) === 0 ? false : Number(value);
  return value.split(',').map((address) => address.trim());
}

function readNetsuite(values: Variables): NetsuiteConfig {
  return {
    accountId: values.NETSUITE_ACCOUNT_ID,
    baseUrl: values.NETSUITE_BASE_URL?.replace(/\/+$/, ''),
    credentials: readCredentials(values),
    concurrency: values.NETSUITE_CONCURRENCY,
  };
}

const oauth2Names = ['NETSUITE_CLIENT_ID', 'NETSUITE_CERTIFICATE_ID', 'NETSUITE_PRIVATE_KEY'] as const;
const tokenNames = [
  'NETSUITE_TBA_CONSUMER_KEY',
  'NETSUITE_TBA_CONSUMER_SECRET',
  'NETSUITE_TBA_TOKEN_ID',
  'NETSUITE_TBA_TOKEN_SECRET',
] as const;

/** One of the two authentication methods for NetSuite must be complete; if one is partly set, that one is meant. */
function missingCredentials(given: NodeJS.ProcessEnv): string[] {
  const names = tokenNames.some((name) => given[name] !== undefined) ? tokenNames : oauth2Names;
  return names.filter((name) => given[name] === undefined).map((name) => `${name} is required.`);
}

function readCredentials(values: Variables): Credentials {
  if (values.NETSUITE_TBA_TOKEN_ID !== undefined) {
    return {
      type: 'tba',
      consumerKey: values.NETSUITE_TBA_CONSUMER_KEY ?? '',
      consumerSecret: values.NETSUITE_TBA_CONSUMER_SECRET ?? '',
      tokenId: values.NETSUITE_TBA_TOKEN_ID,
      tokenSecret: values.NETSUITE_TBA_TOKEN_SECRET ?? '',
    };
  }
  return {
    type: 'oauth2',
    clientId: values.NETSUITE_CLIENT_ID ?? '',
    certificateId: values.NETSUITE_CERTIFICATE_ID ?? '',
    privateKeyPem: values.NETSUITE_PRIVATE_KEY ?? '',
  };
}
