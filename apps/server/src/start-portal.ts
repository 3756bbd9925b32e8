import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type AppDependencies, createApp, jobKinds } from './app.ts';
import type { Config } from './config.ts';
import { ensureFirstAdministrator } from './features/auth/administrators.ts';
import { checkAccount } from './features/sync/service.ts';
import { createJobQueue } from './jobs/queue.ts';
import { assertSessionConnections } from './platform/assert-session-connections.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import type { Logger } from './platform/log.ts';
import { createMailer } from './platform/mail.ts';
import { createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { openStorage } from './platform/open-storage.ts';
import { runAsMaintenance } from './platform/workload.ts';
import { createReadiness } from './readiness.ts';

export type Portal = {
  /** Address of the server, `http://127.0.0.1:3000`. */
  url: string;
  dependencies: AppDependencies;
  /** Reports that it is not ready, completes open requests and running jobs, then closes everything. */
  close(): Promise<void>;
};

export type PortalOptions = {
  config: Config;
  log: Logger;
  clock?: Clock;
  webFolder?: string | undefined;
};

/** Starts a complete portal: migrated database, running jobs, HTTP server. */
export async function startPortal(options: PortalOptions): Promise<Portal> {
  const { config, log, clock = systemClock } = options;
  const storage = await openStorage(config.storage);
  const database = openDatabase({
    url: config.databaseUrl,
    maxConnections: config.databaseConnections,
    timeouts: { request: { statementMs: config.databaseStatementMs, lockMs: config.databaseStatementMs / 2 } },
    onConnectionError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const closing: (() => Promise<unknown>)[] = [database.close];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    await assertSessionConnections(config.databaseUrl);
    const applied = await runAsMaintenance(() => migrate(database.db));
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    await checkAccount(database.db, config.netsuite.accountId);
    const { firstAdministrator } = config;
    if (firstAdministrator !== undefined && (await ensureFirstAdministrator(database.db, clock, firstAdministrator))) {
      log.info('first administrator created');
    }
    const onUnreachable = (error: unknown) => log.warn({ err: error }, 'the mail server cannot be used');
    const mailer = createMailer({ url: config.smtpUrl, from: config.mailFrom, onUnreachable }, clock);
    closing.push(async () => mailer.close());
    const queue = createJobQueue({ url: config.databaseUrl, log, kinds: jobKinds });
    const metrics = createMetrics();
    const { webFolder } = options;
    const readiness = createReadiness({ database, queue, storage });
    const dependencies = { config, database, queue, mailer, storage, clock, log, metrics, readiness, webFolder };
    const { http, workers } = await createApp(dependencies);
    closing.push(queue.stop);
    await queue.start(workers);
    closing.push(() => closeServer(http, config.shutdown.graceMs));
    await http.listen({ host: config.host, port: config.port });
    closing.push(() => readiness.drain(config.shutdown.drainMs));
    return { url: urlOf(http.server.address()), dependencies, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

/** Waits for open requests for a while, then closes the rest, such as event streams. */
async function closeServer(http: FastifyInstance, graceMs: number): Promise<void> {
  const sweep = setInterval(() => http.server.closeIdleConnections(), 50);
  const cut = setTimeout(() => http.server.closeAllConnections(), graceMs);
  try {
    await http.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

function urlOf(address: string | AddressInfo | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
