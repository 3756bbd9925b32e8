import { randomUUID } from 'node:crypto';
import { secondMs } from './clock.ts';
import type { Database } from './database.ts';
import { runSql, sql } from './sql.ts';
import { runInBackground } from './workload.ts';

/** One of a limited number of concurrent holds. */
export type Lease = {
  /** Releases the lease. Never throws: a lease that cannot be released expires. */
  release(): Promise<void>;
};

/** Time after which the leases of a dead process expire, by the database's clock. */
const lifetimeMs = 30 * secondMs;
const until = sql`clock_timestamp() + make_interval(secs => ${lifetimeMs / secondMs})`;

/** Holders in this process whose release failed because the database was unavailable: their leases are free. */
const lostHolders = new Set<string>();

/**
 * Acquires one of `max` leases under `key`, counted across processes, and renews it until it is released. Undefined if
 * all are held. A single statement takes a free slot; the primary key resolves races for the same slot.
 */
export async function acquireLease(db: Database, key: string, max: number): Promise<Lease | undefined> {
  const holder = randomUUID();
  for (;;) {
    const lost = [...lostHolders];
    const statement = sql`
      with free as (
        select slot from generate_series(1, ${max}::int) as slot
        where not exists (
          select from leases where key = ${key} and leases.slot = slot.slot and expires_at > clock_timestamp()
            and holder <> all(${lost}::uuid[])
        )
        order by random() limit 1
      ), taken as (
        insert into leases as held (key, slot, holder, expires_at)
        select ${key}, slot, ${holder}::uuid, ${until} from free
        on conflict (key, slot) do update set holder = excluded.holder, expires_at = excluded.expires_at
          where held.expires_at <= clock_timestamp() or held.holder = any(${lost}::uuid[])
        returning slot
      )
      select (select slot from free) as slot, exists (select from taken) as taken`;
    const [found] = await runSql<{ slot: number | null; taken: boolean }>(db, statement);
    if (found === undefined || found.slot === null) return undefined;
    if (found.taken) return holdLease(db, { key, slot: found.slot, holder });
  }
}

function holdLease(db: Database, { key, slot, holder }: { key: string; slot: number; holder: string }): Lease {
  const isHeld = sql`key = ${key} and slot = ${slot} and holder = ${holder}`;
  const timer = setInterval(() => {
    // While the database is unavailable, no other process can acquire a lease either.
    runSql(db, sql`update leases set expires_at = ${until} where ${isHeld}`).catch(() => undefined);
  }, lifetimeMs / 3);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      // Runs even if the client has disconnected, which cancels its other queries.
      const released = runInBackground(() => runSql(db, sql`delete from leases where ${isHeld}`));
      await released.catch(() => {
        lostHolders.add(holder);
        setTimeout(() => lostHolders.delete(holder), lifetimeMs).unref();
      });
    },
  };
}
