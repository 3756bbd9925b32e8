import type pg from 'pg';

/** Counts the statements that the running portal's connection pool sends while a function runs. */
export function countStatements(pool: pg.Pool) {
  let sent = 0;
  const watched = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      sent += 1;
      return query(...given);
    }) as typeof client.query;
  });
  return async (run: () => Promise<unknown>): Promise<number> => {
    sent = 0;
    await run();
    return sent;
  };
}
