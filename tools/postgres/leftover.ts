import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type ClusterFolder, readPostmaster } from './cluster.ts';

/** Application name of the connection that shows that the owner of a cluster is alive. */
export const ownerName = 'order-portal owner';

/** Stops a cluster left running by a killed portal, so that this one can start. */
export async function stopLeftover(cluster: ClusterFolder, folder: string): Promise<void> {
  const postmaster = await readPostmaster(cluster);
  if (postmaster === undefined || !isAlive(postmaster.pid)) return;
  // Only a server that accepts our password is ours; a reused process id must not be stopped.
  const url = `postgresql://postgres:${cluster.password}@127.0.0.1:${postmaster.port}/postgres`;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (!isAlive(postmaster.pid)) return;
    const owned = await hasOwner(url);
    if (owned === true)
      throw new Error(
        `The database in ${folder} is in use by another running portal: stop it, or set DATA_DIR to another folder.`,
      );
    if (owned === false && attempt >= 10) break;
    if (owned === undefined && attempt >= 10) return;
    await delay(100);
  }
  process.kill(postmaster.pid, 'SIGINT');
  for (let waited = 0; isAlive(postmaster.pid); waited += 50) {
    if (waited > 30_000) throw new Error(`PostgreSQL (process ${postmaster.pid}) in ${folder} does not stop.`);
    await delay(50);
  }
}

/** Whether a portal is connected to this server; undefined if it is not one of ours or does not respond. */
async function hasOwner(url: string): Promise<boolean | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query('select 1 from pg_stat_activity where application_name = $1', [ownerName]);
    return found.rowCount !== 0;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
