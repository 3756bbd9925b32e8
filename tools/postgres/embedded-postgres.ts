import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../free-port.ts';
import { locatePostgres, postgresProgram } from './binaries.ts';
import { type ClusterFolder, chooseSystemUser, clusterArgument, openClusterFolder, spawnOptions } from './cluster.ts';
import { ownerName, stopLeftover } from './leftover.ts';

const startTimeoutMs = 60_000;

export type EmbeddedPostgresOptions = {
  /** Contains the cluster, its password and its log; created if missing. */
  folder: string;
  /** Default: a free port. */
  port?: number;
  /** Server settings, e.g. `{ shared_buffers: '256MB' }`. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  port: number;
  /** Connection string of the superuser for the named database. */
  url(database: string): string;
  /** Stops the server by a fast shutdown; resolves when all processes have ended. */
  stop(): Promise<void>;
  /** Resolves when the server has ended for any reason. */
  exited: Promise<void>;
};

/** Settings for temporary data: faster, but nothing survives a crash of the machine. */
export const throwAwaySettings: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/**
 * Starts the PostgreSQL installed by npm, on 127.0.0.1 only, with its data in `folder`. Stops a cluster left running by
 * a killed process first; fails with one clear line if the cluster is in use.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const user = await chooseSystemUser(options.folder);
  const binaries = await locatePostgres(user);
  const cluster = await openClusterFolder(options.folder, binaries, user);
  await stopLeftover(cluster, options.folder);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await findFreePort());
    try {
      return await launch(cluster, binaries, port, options);
    } catch (error) {
      // Another process may have taken the free port in the meantime.
      const taken = error instanceof Error && error.message.includes('could not bind');
      if (!taken || options.port !== undefined || attempt === 5) throw error;
    }
  }
}

async function launch(
  cluster: ClusterFolder,
  binaries: string,
  port: number,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...options.settings,
  };
  const log = await open(cluster.logFile, 'w', 0o600);
  const child = spawn(
    postgresProgram(binaries, 'postgres'),
    [
      '-D',
      clusterArgument(cluster),
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ],
    // A separate process group: Ctrl-C in the terminal stops the portal, which still needs its database to shut down.
    { ...spawnOptions(cluster), detached: true, stdio: ['ignore', log.fd, log.fd] },
  );
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  await log.close();
  const watchdog = startWatchdog(child, cluster);
  void exited.then(() => watchdog?.kill('SIGKILL'));
  const url = (database: string) => `postgresql://postgres:${cluster.password}@127.0.0.1:${port}/${database}`;
  const owner = await connectWhenReady(url('postgres'), child, cluster);
  const stop = async () => {
    await owner.end().catch(() => undefined);
    await shutDown(child, exited, cluster, binaries);
  };
  return { port, url, stop, exited };
}

/** Stops PostgreSQL when this process dies without a chance to do it itself. */
function startWatchdog(postgres: ChildProcess, cluster: ClusterFolder): ChildProcess | undefined {
  if (process.platform === 'win32' || postgres.pid === undefined) return undefined;
  const watchdog = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$1"', 'sh', String(postgres.pid)], {
    ...spawnOptions(cluster),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin?.on('error', () => undefined);
  return watchdog;
}

async function connectWhenReady(url: string, child: ChildProcess, cluster: ClusterFolder): Promise<pg.Client> {
  for (const deadline = Date.now() + startTimeoutMs; ; ) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new Error(`PostgreSQL did not start: ${await lastComplaint(cluster)}`);
    }
    const client = new pg.Client({ connectionString: url, application_name: ownerName, keepAlive: true });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch {
      await client.end().catch(() => undefined);
      await delay(25);
    }
  }
}

async function lastComplaint(cluster: ClusterFolder): Promise<string> {
  const log = await readFile(cluster.logFile, 'utf8').catch(() => '');
  const complaints = log.split('\n').filter((line) => /\b(FATAL|PANIC|ERROR|WARNING|error while loading)\b/.test(line));
  return complaints.slice(-3).join(' ') || log.trim().split('\n').at(-1) || `see ${cluster.logFile}`;
}

async function shutDown(
  child: ChildProcess,
  exited: Promise<void>,
  cluster: ClusterFolder,
  binaries: string,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') {
    spawn(postgresProgram(binaries, 'pg_ctl'), ['stop', '-m', 'fast', '-D', cluster.path], { stdio: 'ignore' });
  } else {
    child.kill('SIGINT');
  }
  const hurry = setTimeout(() => child.kill('SIGQUIT'), 30_000);
  await exited;
  clearTimeout(hurry);
}
