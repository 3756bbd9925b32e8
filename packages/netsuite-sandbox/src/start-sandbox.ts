import type { AddressInfo } from 'node:net';
import { createSandboxClock } from './clock.ts';
import type { SandboxContext } from './context.ts';
import { createControl } from './control/control.ts';
import { createPendingChanges } from './control/pending.ts';
import { controlRoutes } from './control/routes.ts';
import type { SandboxCredentials } from './credentials.ts';
import { createFaultDraw } from './http/faults.ts';
import { addGate } from './http/gate.ts';
import { createPauses } from './http/pauses.ts';
import { createRequestLog } from './http/request-log.ts';
import { createServer } from './http/server.ts';
import { systemRoutes } from './http/system-routes.ts';
import { recordServiceRoutes } from './record-service/routes.ts';
import { changeSettings, defaultSettings, type SettingsChange } from './settings.ts';
import { createAccessTokens } from './sign-in/access-tokens.ts';
import { createReplayCache } from './sign-in/replay-cache.ts';
import { tokenEndpoint } from './sign-in/token-endpoint.ts';
import { openDatabase } from './store/database.ts';
import { type DataSource, ensureLoaded } from './store/load.ts';
import { suiteqlRoutes } from './suiteql/routes.ts';

export type SandboxOptions = {
  /** A PostgreSQL database in which a schema may be made. */
  databaseUrl: string;
  /** Lower-case letters, digits and underscores. */
  schema?: string | undefined;
  /** 0 for any free one. */
  port?: number;
  host?: string | undefined;
  data?: DataSource;
  credentials: SandboxCredentials[];
  /** As token-based sign-in names it in the realm. */
  accountId?: string | undefined;
  /** Settings that differ from the usual ones at the start, such as `{ concurrency: 15 }`. */
  limits?: SettingsChange;
  /** The machine's time, for sign-in and, until it is moved, for the account. */
  clock?: () => Date;
  /** Bound of one SuiteQL statement. */
  statementTimeoutMs?: number;
};

/** A sandbox that answers. */
export type Sandbox = {
  /** Base of NetSuite's services. */
  url: string;
  /** Base of the control interface. */
  controlUrl: string;
  port: number;
  /** False when the data set was there from an earlier start. */
  loaded: boolean;
  close(): Promise<void>;
};

export type { DataSource };

/** The data set that is generated when none is named. */
export const defaultData = { generate: { orders: 2000, customers: 120, seed: 1 } };

/**
 * Loads or finds the data and serves a NetSuite account over HTTP. Rejects for data that
 * cannot be loaded, and with EADDRINUSE when the port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { databaseUrl, schema = 'netsuite_sandbox', data = defaultData } = options;
  const { host = '127.0.0.1', accountId = '1234567_SB1' } = options;
  if (!/^[a-z][a-z0-9_]*$/.test(schema)) throw new Error(`"${schema}" cannot be the name of the sandbox's schema.`);
  const loaded = await ensureLoaded(databaseUrl, schema, data);

  const machineClock = options.clock ?? (() => new Date());
  const clock = createSandboxClock(machineClock);
  const settings = changeSettings(defaultSettings, options.limits ?? {});
  const faults = createFaultDraw(settings.faults.seed);
  const context: SandboxContext = {
    database: openDatabase({ databaseUrl, schema, statementTimeoutMs: options.statementTimeoutMs ?? 60_000 }),
    settings,
    initialSettings: settings,
    clock,
    machineClock,
    credentials: options.credentials,
    accountId,
    tokens: createAccessTokens(clock),
    usedNonces: createReplayCache(() => machineClock().getTime()),
    usedAssertions: createReplayCache(() => machineClock().getTime()),
    log: createRequestLog(),
    faults,
    pauses: createPauses(faults),
    pending: createPendingChanges(clock),
  };
  const { database } = context;

  const app = createServer();
  for (const add of [addGate, tokenEndpoint, recordServiceRoutes, suiteqlRoutes, systemRoutes]) add(app, context);
  controlRoutes(app, createControl(context));

  try {
    await app.listen({ port: options.port ?? 0, host });
  } catch (error) {
    await database.close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  const url = `http://${host}:${port}`;
  const close = async () => {
    await app.close();
    await database.close();
  };
  return { url, controlUrl: `${url}/sandbox`, port, loaded, close };
}
