import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const complete = {
  PUBLIC_URL: 'https://portal.example.com/',
  DATABASE_URL: 'postgresql://portal:secret@localhost/portal',
  SMTP_URL: 'smtp://mail.example.com:587',
  SERVER_KEY: 'k'.repeat(32),
  STORAGE_URL: 'file:///var/lib/portal',
  NETSUITE_ACCOUNT_ID: '1234567',
  NETSUITE_TBA_CONSUMER_KEY: 'a',
  NETSUITE_TBA_CONSUMER_SECRET: 'b',
  NETSUITE_TBA_TOKEN_ID: 'c',
  NETSUITE_TBA_TOKEN_SECRET: 'd',
};

function linesFor(environment: Record<string, string | undefined>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
}

const badStorage =
  'STORAGE_URL must be a folder, file:///var/lib/portal, or a bucket, s3://bucket?endpoint=https://host&region=name.';

test('reads a complete environment with its defaults', () => {
  expect(readConfig(complete)).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'https://portal.example.com',
    storage: { kind: 'folder', folder: '/var/lib/portal' },
    attachmentMaxBytes: 26_214_400,
    netsuite: { accountId: '1234567', baseUrl: undefined, credentials: { type: 'tba', consumerKey: 'a' } },
    syncAlertMinutes: 60,
    sessionLimits: { idleMs: 8 * 3_600_000, absoluteMs: 24 * 3_600_000 },
    trustProxy: false,
    logLevel: 'info',
    firstAdministrator: undefined,
  });
});

test('the default limits against abuse are those of the documentation', () => {
  expect(readConfig(complete)).toMatchObject({
    databaseStatementMs: 10_000,
    requestLimits: { perMinute: 600, atOnce: 60 },
    usageLimits: {
      eventStreams: 5,
      uploadsAtOnce: 10,
      orderFiles: 500,
      orderBytes: 2 * 1024 ** 3,
      customerBytes: 20 * 1024 ** 3,
      requestSilenceMs: 30_000,
      administrationsPerHour: 50,
      mailsPerAddressPerDay: 3,
    },
    exportLimits: { totalMs: 300_000, stalledMs: 30_000 },
  });
});

describe('each missing or invalid variable has its own line', () => {
  test('reports all required variables of an empty environment', () => {
    expect(linesFor({})).toEqual([
      'PUBLIC_URL is required.',
      'DATABASE_URL is required.',
      'SMTP_URL is required.',
      'STORAGE_URL is required.',
      'SERVER_KEY is required.',
      'NETSUITE_ACCOUNT_ID is required.',
      'NETSUITE_CLIENT_ID is required.',
      'NETSUITE_CERTIFICATE_ID is required.',
      'NETSUITE_PRIVATE_KEY is required.',
    ]);
  });

  test.each([
    ['PORT', 'high', 'PORT must be a number.'],
    ['PORT', '70000', 'PORT must be at most 65535.'],
    ['PUBLIC_URL', 'portal', 'PUBLIC_URL must be a URL such as https://portal.example.com.'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be a URL such as postgresql://user:password@host:5432/portal.'],
    ['SMTP_URL', 'mail.example.com', 'SMTP_URL must be a URL such as smtp://user:password@host:587.'],
    ['STORAGE_URL', '/var/lib/portal', badStorage],
    ['STORAGE_URL', 'file://server/share', badStorage],
    ['STORAGE_URL', 's3://bucket/folder', badStorage],
    ['STORAGE_URL', 's3://key@bucket', badStorage],
    ['STORAGE_URL', 's3://bucket?endpoint=127.0.0.1:9000', badStorage],
    ['STORAGE_URL', 's3://bucket?endpoin=https://s3.example.com', badStorage],
    ['ATTACHMENT_MAX_BYTES', '25 MB', 'ATTACHMENT_MAX_BYTES must be a number.'],
    ['ATTACHMENT_MAX_BYTES', '0', 'ATTACHMENT_MAX_BYTES must be at least 1.'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be false, a number of proxies, or their addresses.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['SYNC_EVERY_MINUTES', '45', 'SYNC_EVERY_MINUTES must be one of 0, 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60.'],
    ['SYNC_EVERY_MINUTES', 'often', 'SYNC_EVERY_MINUTES must be a number.'],
    ['SESSION_IDLE_HOURS', '-1', 'SESSION_IDLE_HOURS must be more than 0.'],
    ['SESSION_ABSOLUTE_HOURS', '9999', 'SESSION_ABSOLUTE_HOURS must be at most 2160.'],
    ['ACTIVITY_LOG_DAYS', '7', 'ACTIVITY_LOG_DAYS must be 0 or at least 30.'],
    ['NOTIFICATION_DAYS', '0', 'NOTIFICATION_DAYS must be at least 1.'],
    ['SESSION_IDLE_HOURS', 'long', 'SESSION_IDLE_HOURS must be a number.'],
    ['NETSUITE_TBA_TOKEN_ID', '', 'NETSUITE_TBA_TOKEN_ID is required.'],
    [
      'NETSUITE_FEED_SECRET',
      'short',
      'NETSUITE_FEED_SECRET must have at least 32 characters, for instance from: openssl rand -base64 48.',
    ],
    ['NETSUITE_FEED_SECRET_FILE', '/nowhere/secret', 'NETSUITE_FEED_SECRET_FILE cannot be read: /nowhere/secret'],
    ['NETSUITE_TAX_FIELD', 'taxtotal', 'NETSUITE_TAX_FIELD must begin with custbody, in lower case.'],
    ['NETSUITE_ORDER_FIELDS', '[{', 'NETSUITE_ORDER_FIELDS must be JSON.'],
    [
      'NETSUITE_ORDER_FIELDS',
      '[{"column":"custbody_dock","label":"Dock","type":"string"}]',
      'NETSUITE_ORDER_FIELDS is wrong: 0.type must be one of text, number, money, date, checkbox, list.',
    ],
    [
      'NETSUITE_ORDER_FIELDS',
      '[{"column":"memo; drop table","label":"Dock","type":"text"}]',
      'NETSUITE_ORDER_FIELDS is wrong: 0.column must begin with custbody, in lower case.',
    ],
    [
      'NETSUITE_CUSTOMER_FIELDS',
      '[{"column":"custentity_a","label":"A","type":"list","list":"users"}]',
      'NETSUITE_CUSTOMER_FIELDS is wrong: 0.list must be a table of names, such as customlist_carriers or employee.',
    ],
    [
      'NETSUITE_CUSTOMER_FIELDS',
      JSON.stringify(Array.from({ length: 11 }, (_, n) => ({ column: `custentity_${n}`, label: 'A', type: 'text' }))),
      'NETSUITE_CUSTOMER_FIELDS is wrong: must be at most 10 fields.',
    ],
    [
      'NETSUITE_CUSTOMER_FIELDS',
      '[{"column":"custentity_a","label":"A","type":"text"},{"column":"custentity_a","label":"B","type":"text"}]',
      'NETSUITE_CUSTOMER_FIELDS is wrong: must name each column once.',
    ],
    ['ADMIN_EMAIL', 'a@b.example', 'ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.'],
  ])('%s=%s', (name, value, line) => {
    expect(linesFor({ ...complete, [name]: value })).toEqual([line]);
  });

  test('an invalid STORAGE_URL is reported without its secret', () => {
    const line = linesFor({ ...complete, STORAGE_URL: 's3://key:hidden@bucket/folder' }).join();
    expect(line).toBe(badStorage);
  });

  test('a short SERVER_KEY is not displayed', () => {
    expect(linesFor({ ...complete, SERVER_KEY: 'short' }).join()).not.toContain('short');
  });

  test('reports a missing key file', () => {
    const environment = {
      ...complete,
      NETSUITE_TBA_CONSUMER_KEY: undefined,
      NETSUITE_TBA_CONSUMER_SECRET: undefined,
      NETSUITE_TBA_TOKEN_ID: undefined,
      NETSUITE_TBA_TOKEN_SECRET: undefined,
      NETSUITE_CLIENT_ID: 'a',
      NETSUITE_CERTIFICATE_ID: 'b',
      NETSUITE_PRIVATE_KEY_FILE: '/nowhere/key.pem',
    };
    expect(linesFor(environment)).toEqual(['NETSUITE_PRIVATE_KEY_FILE cannot be read: /nowhere/key.pem']);
  });
});

test('reads the custom fields, without any by default', () => {
  const { customFields } = readConfig(complete);
  expect(customFields).toEqual({
    orders: { project: 'custbody_ns_project', tax: 'custbody_stc_tax_after_discount', others: [] },
    customers: [],
  });
  const fields = [{ column: 'custbody_carrier', label: ' Carrier ', type: 'list', list: 'customlist_carriers' }];
  const configured = readConfig({ ...complete, NETSUITE_ORDER_FIELDS: JSON.stringify(fields) }).customFields;
  expect(configured.orders.others).toEqual([{ ...fields[0], label: 'Carrier', guests: false }]);
});

describe('any variable can be read from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-secrets-'));
  const file = join(folder, 'server-key');
  writeFileSync(file, `${'f'.repeat(40)}\n`);
  afterAll(() => rmSync(folder, { recursive: true }));
  const { SERVER_KEY: _, ...others } = complete;

  test('without the line break at its end', () => {
    expect(readConfig({ ...others, SERVER_KEY_FILE: file }).serverKey).toBe('f'.repeat(40));
  });

  test('but not twice', () => {
    expect(linesFor({ ...complete, SERVER_KEY_FILE: file })).toEqual([
      'SERVER_KEY and SERVER_KEY_FILE are both set: keep one of them.',
    ]);
  });

  test('and an invalid value is reported like a set one', () => {
    expect(linesFor({ ...complete, LOG_LEVEL_FILE: file })).toEqual([
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ]);
  });
});

test.each([
  ['false', false],
  ['0', false],
  ['2', 2],
  ['10.0.0.1, 192.168.0.0/16', ['10.0.0.1', '192.168.0.0/16']],
])('TRUST_PROXY=%s', (value, expected) => {
  expect(readConfig({ ...complete, TRUST_PROXY: value }).trustProxy).toEqual(expected);
});

test.each([
  ['s3://bucket', { kind: 's3', bucket: 'bucket', region: 'us-east-1', endpoint: undefined, credentials: undefined }],
  [
    's3://key:a%2Fb%2Bc@files?endpoint=http://127.0.0.1:9000&region=ca-central-1',
    {
      kind: 's3',
      bucket: 'files',
      region: 'ca-central-1',
      endpoint: 'http://127.0.0.1:9000',
      credentials: { accessKeyId: 'key', secretAccessKey: 'a/b+c' },
    },
  ],
  ['file:///data/with%20space', { kind: 'folder', folder: '/data/with space' }],
])('STORAGE_URL=%s', (value, expected) => {
  expect(readConfig({ ...complete, STORAGE_URL: value }).storage).toEqual(expected);
});

test('rejects too few database connections with a reason', () => {
  expect(linesFor({ ...complete, DATABASE_CONNECTIONS: '5' })).toEqual([
    'DATABASE_CONNECTIONS must be at least 6: one connection listens for sync events, one cancels queries, one is for an export, one for a sync run, and two are left for requests.',
  ]);
  expect(linesFor({ ...complete, DATABASE_CONNECTIONS: '6' })).toEqual([]);
});
