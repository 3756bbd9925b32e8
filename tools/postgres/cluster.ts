import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { postgresProgram, type SystemUser } from './binaries.ts';

/** A folder with one PostgreSQL cluster, its password and its log. */
export type ClusterFolder = {
  path: string;
  password: string;
  logFile: string;
  user: SystemUser | undefined;
};

/**
 * PostgreSQL refuses to run as root, so root starts it as another user: the owner of existing data, or `nobody`.
 * Undefined if the portal does not run as root.
 */
export async function chooseSystemUser(folder: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await stat(join(folder, 'cluster')).catch(() => undefined);
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const nobody = users.find(([name]) => name === 'nobody') ?? users.find(([name]) => name === 'daemon');
  const [uid, gid] = [Number(nobody?.[2]), Number(nobody?.[3])];
  // macOS has negative ids, which the kernel reads as unsigned.
  if (!Number.isInteger(uid) || !Number.isInteger(gid) || uid === 0) {
    throw new Error(
      'PostgreSQL must not run as root, and this machine has no user "nobody". Set DATABASE_URL instead.',
    );
  }
  return { uid: uid >>> 0, gid: gid >>> 0 };
}

/** Folder and user for running the programs. */
export function spawnOptions(cluster: Pick<ClusterFolder, 'path' | 'user'>) {
  return { ...cluster.user, cwd: cluster.path, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
}

/**
 * Path of the cluster for its programs. Another user cannot traverse a closed folder (/root), but can use a working
 * directory set by root, which Linux offers as a path.
 */
export function clusterArgument(cluster: Pick<ClusterFolder, 'path' | 'user'>): string {
  return cluster.user !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : cluster.path;
}

/** Opens the cluster in `folder`, or creates it atomically, also if two processes start at the same time. */
export async function openClusterFolder(
  folder: string,
  binaries: string,
  user: SystemUser | undefined,
): Promise<ClusterFolder> {
  const path = join(folder, 'cluster');
  if (!(await holdsCluster(folder))) await create(folder, binaries, user);
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  return { path, password, logFile: join(folder, 'postgres.log'), user };
}

async function holdsCluster(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, 'cluster', 'PG_VERSION'));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw new Error(`${folder} belongs to another user: start as that user, or set DATA_DIR to another folder.`);
    }
    return false;
  }
}

async function create(folder: string, binaries: string, user: SystemUser | undefined): Promise<void> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  await removeOldStaging(folder);
  const staging = await mkdtemp(`${folder}.new-`);
  try {
    const path = join(staging, 'cluster');
    await mkdir(path, { mode: 0o700 });
    const passwordFile = join(staging, 'password');
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (user !== undefined) for (const item of [staging, path, passwordFile]) await chown(item, user.uid, user.gid);
    await initialise({ path, user }, binaries);
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process was faster; use its cluster.
    if (!(await holdsCluster(folder))) throw error;
  }
}

async function removeOldStaging(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue;
    const path = join(dirname(folder), name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > 600_000) await rm(path, { recursive: true, force: true });
  }
}

async function initialise(cluster: Pick<ClusterFolder, 'path' | 'user'>, binaries: string): Promise<void> {
  const options = [
    `--pgdata=${clusterArgument(cluster)}`,
    '--pwfile=../password',
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Independent of the operating system's locales, so that sort order and case rules are the same everywhere.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '--no-sync',
  ];
  const child = spawn(postgresProgram(binaries, 'initdb'), options, {
    ...spawnOptions(cluster),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL could not make its data folder ${cluster.path}: ${complaint.trim()}`);
}

/** Process id and port of the last server of this cluster, from its lock file. */
export async function readPostmaster(cluster: ClusterFolder): Promise<{ pid: number; port: number } | undefined> {
  const text = await readFile(join(cluster.path, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) ? { pid, port } : undefined;
}
