import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { secondMs } from './clock.ts';
import type { Database } from './database.ts';
import { runInBackground } from './workload.ts';

/** One of a limited number of things held at the same time. */
export type Lease = {
  /** Gives it back. Never throws: a lease that cannot be given back runs out. */
  release(): Promise<void>;
};

/** A process that dies holds its leases this long. By the database's clock. */
const lifetimeMs = 30 * secondMs;

/**
 * Takes one of `max` leases under `key`, counted over all processes, and renews it until it is released. Undefined when
 * all are held. One statement takes a free slot, and the primary key decides between two that take the same.
 */
export async function acquireLease(db: Database, key: string, max: number): Promise<Lease | undefined> {
  const holder = randomUUID();
  const until = sql`clock_timestamp() + make_interval(secs => ${lifetimeMs / secondMs})`;
  for (;;) {
    const { rows } = await sql<{ slot: number | null; taken: boolean }>`
      with free as (
        select slot from generate_series(1, ${max}::int) as slot
        where not exists (
          select from leases where key = ${key} and leases.slot = slot.slot and expires_at > clock_timestamp()
        )
        order by random() limit 1
      ), taken as (
        insert into leases as held (key, slot, holder, expires_at)
        select ${key}, slot, ${holder}::uuid, ${until} from free
        on conflict (key, slot) do update set holder = excluded.holder, expires_at = excluded.expires_at
          where held.expires_at <= clock_timestamp()
        returning slot
      )
      select (select slot from free) as slot, exists (select from taken) as taken`.execute(db);
    const [found] = rows;
    if (found === undefined || found.slot === null) return undefined;
    if (found.taken) return holdLease(db, { key, slot: found.slot, holder });
  }
}

function holdLease(db: Database, { key, slot, holder }: { key: string; slot: number; holder: string }): Lease {
  const until = sql<string>`clock_timestamp() + make_interval(secs => ${lifetimeMs / secondMs})`;
  const held = { key, slot, holder };
  const timer = setInterval(() => {
    const renewed = db
      .updateTable('leases')
      .set({ expires_at: until })
      .where(({ and }) => and(held))
      .execute();
    // While the database is away nobody else takes a lease either.
    renewed.catch(() => undefined);
  }, lifetimeMs / 3);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      // Also when the client has gone, whose other queries are not run any more.
      const released = runInBackground(() =>
        db
          .deleteFrom('leases')
          .where(({ and }) => and(held))
          .execute(),
      );
      await released.catch(() => undefined);
    },
  };
}
