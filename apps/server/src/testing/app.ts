import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import type { Role } from '@portal/contract/permissions';
import type { Config } from '../config.ts';
import { defaultCustomFields } from '../config-custom-fields.ts';
import { defaultTrackingUrls } from '../config-tracking-urls.ts';
import type { UsageLimits } from '../config-usage-limits.ts';
import { openSession, readSessionSettings } from '../features/auth/sessions.ts';
import { hourMs, minuteMs, secondMs } from '../platform/clock.ts';
import type { DatabaseClient } from '../platform/database.ts';
import { createLogger, type Logger } from '../platform/log.ts';
import { type Portal, startPortal } from '../start-portal.ts';
import { type Answer, type CallInput, callEndpoint } from './client.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createTestUser, type NewTestUser, type TestUser } from './users.ts';

export type SignedIn = TestUser & { token: string };

export type TestApp = {
  /** `http://127.0.0.1:<port>`; the API lies below `/api`. */
  url: string;
  portal: Portal;
  database: DatabaseClient;
  /** Storage folder, unless the configuration names another storage. Deleted by `close`. */
  storageFolder: string;
  /** The portal's clock: stands still until it is advanced. */
  clock: TestClock;
  /** Sends a request to an endpoint and validates the response against the contract. */
  call<E extends EndpointDefinition>(endpoint: E, input?: CallInput<E>): ReturnType<typeof callEndpoint<E>>;
  /** Sends any other request without validation: `path` begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  createUser(user: NewTestUser): Promise<TestUser>;
  /** Creates a user of this role with a session. Customer-side roles belong to customer 1 by default. */
  signIn(role: Role | null, user?: Omit<NewTestUser, 'role'>): Promise<SignedIn>;
  /** Creates a session for an existing user. */
  openSession(user: TestUser): Promise<SignedIn>;
  close(): Promise<void>;
};

export type TestAppOptions = {
  config?: Partial<Config>;
  /** Uses this database instead of a fresh clone, and does not delete it. */
  database?: TestDatabase;
  clock?: TestClock;
  /** Log destination; silent by default. */
  log?: Logger;
  webFolder?: string;
};

/** Nothing listens on this port; tests that need email set the SMTP address of a test inbox. */
const noMail = 'smtp://127.0.0.1:9';

/** As in production. */
export const testUsageLimits: UsageLimits = {
  eventStreams: 5,
  uploadsAtOnce: 10,
  orderFiles: 500,
  orderBytes: 2 * 1024 ** 3,
  customerBytes: 20 * 1024 ** 3,
  requestSilenceMs: 30_000,
  // High, so that only the tests of these limits reach them.
  administrationsPerHour: 10_000,
  mailsPerAddressPerDay: 1000,
};

const testConfig: Omit<Config, 'databaseUrl' | 'storage'> = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: 'http://localhost:3000',
  databaseConnections: 10,
  databaseStatementMs: 10 * secondMs,
  exportLimits: { totalMs: 5 * minuteMs, stalledMs: 30 * secondMs, spoolBytes: 1024 ** 3 },
  // The test clock stands still, and with it the minute.
  requestLimits: { perMinute: 100_000, atOnce: 60 },
  busyPercent: 100_000,
  networkLimits: { perMinute: 100_000, atOnce: 1000 },
  smtpUrl: noMail,
  mailFrom: 'Order Portal <portal@test.example>',
  serverKey: 'a key for tests alone, of at least 32 characters',
  netsuite: {
    accountId: 'TEST',
    baseUrl: 'http://127.0.0.1:9',
    credentials: { type: 'tba', consumerKey: 'k', consumerSecret: 's', tokenId: 't', tokenSecret: 's' },
    concurrency: 4,
  },
  attachmentMaxBytes: 25 * 1024 ** 2,
  syncEveryMinutes: 0,
  syncAlertMinutes: 60,
  sessionLimits: { idleMs: 8 * hourMs, absoluteMs: 24 * hourMs },
  trustProxy: false,
  shutdown: { drainMs: 0, graceMs: 5000 },
  logLevel: 'silent',
  metricsToken: undefined,
  usageLimits: testUsageLimits,
  retention: { activityDays: 0, notificationDays: 90, syncRunDays: 90 },
  changeFeedSecret: undefined,
  customFields: defaultCustomFields,
  trackingUrls: defaultTrackingUrls,
  firstAdministrator: undefined,
};

/** Starts the real portal with its own database on a free port. Close it in `afterAll`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const testDatabase = options.database ?? (await createTestDatabase());
  const clock = options.clock ?? createTestClock();
  const storageFolder = await mkdtemp(join(tmpdir(), 'portal-files-'));
  const storage = { kind: 'folder', folder: storageFolder } as const;
  const config: Config = { ...testConfig, databaseUrl: testDatabase.url, storage, ...options.config };
  const log = options.log ?? createLogger(config.logLevel);
  const portal = await startPortal({ config, log, clock, webFolder: options.webFolder });
  const { database } = testDatabase;

  const sessionSettings = readSessionSettings(config);
  const openFor = async (user: TestUser): Promise<SignedIn> => {
    const token = await openSession(database.db, user.id, 'test', clock.now(), sessionSettings);
    return { ...user, token };
  };
  const createUser = (user: NewTestUser) => createTestUser(database.db, user);
  return {
    url: portal.url,
    portal,
    database,
    storageFolder,
    clock,
    call: (endpoint, input) => callEndpoint(portal.url, endpoint, input),
    fetch: (path, init) => fetch(`${portal.url}${path}`, init),
    createUser,
    signIn: async (role, user = {}) => openFor(await createUser({ ...user, role })),
    openSession: openFor,
    close: async () => {
      await portal.close();
      await rm(storageFolder, { recursive: true });
      if (options.database === undefined) await testDatabase.drop();
    },
  };
}

export type { Answer };
