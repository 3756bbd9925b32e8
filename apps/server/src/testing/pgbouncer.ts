import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../../../tools/free-port.ts';

export type PgBouncer = {
  /** The same database through the pooler. */
  url: string;
  stop(): Promise<void>;
};

/** Whether PgBouncer is installed; it is no package of npm (Debian: `apt install pgbouncer`). */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** Starts PgBouncer in front of a database. */
export async function startPgBouncer(url: string, mode: 'session' | 'transaction'): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'portal-pgbouncer-'));
  await chmod(folder, 0o755);
  const listenPort = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 50
`,
  );
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('pgbouncer', [file], { ...nobody, stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    if (line.includes('process up')) break;
  }
  if (child.exitCode !== null) throw new Error(lines.join('\n'));
  child.stderr.resume();
  const address = new URL(url);
  address.port = String(listenPort);
  return {
    url: address.href,
    stop: async () => {
      child.kill('SIGKILL');
      await exit;
      await rm(folder, { recursive: true });
    },
  };
}
