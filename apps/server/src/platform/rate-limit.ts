import { minuteMs, secondMs } from './clock.ts';
import type { Database } from './database.ts';
import { tooManyRequests } from './errors.ts';
import { runSql, sql } from './sql.ts';

/**
 * Limit of tries, which are counted in PostgreSQL (requests: `request-limiter.ts`, in memory): `free` tries within the window,
 * then only after a delay that doubles.
 */
export type RateLimit = {
  windowMs: number;
  free: number;
  firstDelayMs: number;
  longestDelayMs: number;
};

/** A count of tries, with its limit and the message of the 429 beyond it. */
export type Counter = { key: string; limit: RateLimit; message: string };

/** Counters of one kind: one for each account, network or device. */
export function countersOf(
  kind: string,
  limit: RateLimit,
  message = 'Too many attempts. Please wait a while and try again.',
): (subject: string) => Counter {
  return (subject) => ({ key: `${kind}:${subject}`, limit, message });
}

/** A fixed number of tries within a sliding window. */
export function atMost(free: number, windowMs: number): RateLimit {
  return { windowMs, free, firstDelayMs: windowMs, longestDelayMs: windowMs };
}

/**
 * A number of tries within a window, then one after each delay: 30 seconds, a minute, two … a quarter of an hour.
 */
export function growingDelay(free: number, windowMs: number): RateLimit {
  return { windowMs, free, firstDelayMs: 30 * secondMs, longestDelayMs: 15 * minuteMs };
}

/**
 * Counts `count` tries; throws 429 if they exceed the limit, without counting them. A single statement, so
 * that concurrent tries, also on other servers, cannot exceed it together. Callers count every try before checking it,
 * so that concurrent tries cannot pass together, and refund those that turn out not to count.
 */
export async function consume(db: Database, { key, limit, message }: Counter, now: Date, count = 1): Promise<void> {
  // Never possible, however long the client waits.
  if (count > limit.free) throw tooManyRequests(message, limit.windowMs / secondMs);
  const retryAt = (await countTries(db, [key], limit, now, count)).get(key);
  if (retryAt !== undefined) throw tooManyRequests(message, (retryAt.getTime() - now.getTime()) / secondMs);
}

/**
 * Counts `count` tries under each of several distinct keys. Returns the time of the next possible try for keys above
 * their limit, whose tries are not counted.
 */
export async function countTries(
  db: Database,
  keys: readonly string[],
  limit: RateLimit,
  now: Date,
  count = 1,
): Promise<Map<string, Date>> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const window = sql`make_interval(secs => ${limit.windowMs / secondMs})`;
  const tries = sql`${count}::int`;
  // In a fixed order, so that concurrent statements with the same keys do not deadlock. `delayed_until`: the latest try plus
  // the delay, which doubles with each try beyond `free`. `retry_at`: that time, or earlier the moment when so many tries have
  // left the window that `count` more fit into `free`.
  const statement = sql`
    insert into rate_limits as r (key, hits, allowed, retry_at, expires_at)
    select key, array_fill(${moment}, array[${tries}]), true, null, ${moment} + ${window}
    from unnest(${keys.toSorted()}::text[]) as key
    on conflict (key) do update set (hits, allowed, retry_at, expires_at) = (
      select case when ok then recent || excluded.hits else recent end,
        ok,
        case when not ok then least(delayed_until, recent[tries - ${limit.free}::int + ${tries}] + ${window}) end,
        greatest(r.expires_at, ${moment} + ${window})
      from (
        select recent, tries, delayed_until,
          tries + ${tries} <= ${limit.free}::int or (${tries} = 1 and ${moment} >= delayed_until) as ok
        from (
          select recent, cardinality(recent) as tries,
            case when cardinality(recent) >= ${limit.free}::int then
              recent[cardinality(recent)] + make_interval(secs => least(${limit.longestDelayMs / secondMs}::float8,
                ${limit.firstDelayMs / secondMs}::float8 * power(2, least(cardinality(recent) - ${limit.free}::int, 20)))
              ) end as delayed_until
          from (
            select coalesce(array_agg(hit order by hit), '{}') as recent
            from unnest(r.hits) as hit where hit > ${moment} - ${window}
          ) as counted
        ) as measured
      ) as decided
    )
    returning key, allowed, retry_at`;
  const rows = await runSql<{ key: string; allowed: boolean; retry_at: string | null }>(db, statement);
  const refused = rows.filter(({ allowed }) => !allowed);
  return new Map(refused.map(({ key, retry_at }) => [key, retry_at === null ? now : new Date(retry_at)]));
}

/** Refunds the latest try of each counter, because it should not count. */
export async function refund(db: Database, ...counters: readonly Pick<Counter, 'key'>[]): Promise<void> {
  const keys = counters.map(({ key }) => key);
  await runSql(db, sql`update rate_limits set hits = hits[:cardinality(hits) - 1] where key = any(${keys})`);
}

/** Deletes all tries of a counter. */
export async function resetLimit(db: Database, { key }: Counter): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}
