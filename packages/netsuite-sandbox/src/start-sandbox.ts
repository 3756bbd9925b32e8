import type { AddressInfo } from 'node:net';
import { type AccountOptions, createContext } from './context.ts';
import { createControl } from './control/control.ts';
import { controlRoutes } from './control/routes.ts';
import { addGate } from './http/gate.ts';
import { createServer } from './http/server.ts';
import { systemRoutes } from './http/system-routes.ts';
import { recordServiceRoutes } from './record-service/routes.ts';
import { tokenEndpoint } from './sign-in/token-endpoint.ts';
import { type DataSource, ensureLoaded } from './store/load.ts';
import { suiteqlRoutes } from './suiteql/routes.ts';

export type SandboxOptions = AccountOptions & {
  /** 0 for any free one. */
  port?: number;
  data?: DataSource;
};

/** A sandbox that answers. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export type { DataSource };

/** The data set that is generated when none is named. */
export const defaultData = { generate: { orders: 2000, customers: 120, seed: 1 } };

/**
 * Loads or finds the data and serves a NetSuite account over HTTP. Rejects for data that
 * cannot be loaded, and with EADDRINUSE when the port is taken.
 */
export async function startSandbox(options: SandboxOptions) {
  const context = createContext(options);
  const { database } = context;

  const app = createServer();
  for (const add of [addGate, tokenEndpoint, recordServiceRoutes, suiteqlRoutes, systemRoutes]) add(app, context);
  controlRoutes(app, createControl(context));

  let loaded: boolean;
  try {
    loaded = await ensureLoaded(database, options.data ?? defaultData);
    await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  } catch (error) {
    await database.close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    /** Base of NetSuite's services. */
    url,
    /** Base of the control interface. */
    controlUrl: `${url}/sandbox`,
    /** False when the data set was there from an earlier start. */
    loaded,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
