import pg from 'pg';
import { secondMs } from './clock.ts';

/** A pooler gives a statement the connection that was used last, or the next in turn: either shows in the first rounds. */
const rounds = 5;

/**
 * Throws if this address leads to a connection pooler that lends its connections for one transaction or statement, such
 * as PgBouncer with `pool_mode = transaction`. Such a pooler loses LISTEN, session settings and advisory locks, and hands
 * one user's time limits to another. A pooler that lends a connection for a whole session is fine.
 */
export async function assertSessionConnections(url: string): Promise<void> {
  const config = { connectionString: url, connectionTimeoutMillis: 5 * secondMs };
  const clients = [new pg.Client(config), new pg.Client(config)];
  for (const client of clients) client.on('error', () => undefined);
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const seen: Set<number>[] = clients.map(() => new Set());
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, client] of clients.entries()) seen[index]?.add(await readBackendId(client));
    }
    // Each session has a backend of its own, and keeps it.
    const backends = seen.flatMap((ids) => [...ids]);
    if (backends.length > clients.length || new Set(backends).size < clients.length) throw new Error(isShared);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

const isShared =
  'DATABASE_URL leads to a connection pooler in transaction mode. The portal needs sessions of its own, for LISTEN, ' +
  'advisory locks and time limits: use the address of PostgreSQL itself, or pool_mode = session.';

async function readBackendId(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
