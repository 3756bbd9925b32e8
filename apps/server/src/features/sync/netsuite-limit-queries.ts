import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** Key of the leases that running requests hold. */
export const leaseKey = 'netsuite';

/** Seconds after which a reduced limit grows by one. */
const GROW_AFTER_S = 15;

/** The limit of concurrent requests after reductions. */
const allowed = sql<number>`least(configured, coalesce(
  reduced_to + floor(extract(epoch from clock_timestamp() - reduced_at) / ${sql.lit(GROW_AFTER_S)}), configured))::integer`;

/** State of the NetSuite account, as all portal processes share it. */
export type NetsuiteLimit = {
  /** Concurrent requests according to NETSUITE_CONCURRENCY. */
  configured: number;
  /** Concurrent requests at the moment; fewer after NetSuite refused some. */
  allowed: number;
  /** Requests running now, in all processes. */
  inUse: number;
  /** Requests waiting for one of these to end, in all processes. */
  waiting: number;
  /** Time of the next attempt while the circuit breaker is open; null while it is closed. */
  openUntil: string | null;
  /** The last failure that concerned the account or the service, in NetSuite's words; null if there was none. */
  lastError: { message: string; at: string } | null;
};

/** Reads the state of the NetSuite account. */
export async function readNetsuiteLimit(db: Database): Promise<NetsuiteLimit> {
  const found = await db
    .selectFrom('netsuite_limit')
    .select(['configured', allowed.as('allowed'), 'open_until', 'last_error', 'last_error_at'])
    .select(
      sql<number>`(
        select count(*)::integer from leases where key = ${leaseKey} and expires_at > clock_timestamp()
      )`.as('in_use'),
    )
    .select(
      sql<number>`(
        select coalesce(sum(interactive + background), 0)::integer from netsuite_waiting
        where expires_at > clock_timestamp()
      )`.as('waiting'),
    )
    .executeTakeFirstOrThrow();
  const { last_error: message, last_error_at: at } = found;
  return {
    configured: found.configured,
    allowed: found.allowed,
    inUse: found.in_use,
    waiting: found.waiting,
    openUntil: found.open_until,
    lastError: message === null || at === null ? null : { message, at },
  };
}
