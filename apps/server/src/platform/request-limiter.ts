import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Clock, secondMs } from './clock.ts';
import { tooManyRequests } from './errors.ts';
import type { Logger } from './log.ts';
import { createRequestWindow, type RequestWindow } from './request-window.ts';
import { runInBackground } from './workload.ts';

/** Limits of the requests of a user or network: per minute, and concurrent. */
export type RequestLimits = { perMinute: number; atOnce: number };

/** Interval at which processes exchange counts. */
const exchangeMs = secondMs;
/** Share of a limit above which a count is exchanged. Below it, it stays within the process. */
const exchangedShare = 1 / 20;

/** Usage of one user or network, in this process and in the others. */
type Usage = {
  limits: RequestLimits;
  window: RequestWindow;
  inProgress: number;
  elsewhere: { requests: number; inProgress: number };
};

export type CountedRequest = {
  /** Call it when the request has ended; idempotent. */
  leave(): void;
  /** Ends the request and takes it out of the requests per minute. */
  refund(): void;
};

export type RequestLimiter = {
  /** Counts a request of the user or network with this key. Throws 429 above a limit; a rejected request does not count. */
  enter(key: string, limits: RequestLimits): CountedRequest;
  /** Exchanges counts with other processes until `stop` is called. */
  start(): void;
  stop(): void;
};

/**
 * Limits the requests of each user and each network. Counts in memory, so that a request needs no query; once a second
 * counts near a limit are exchanged through the database. Tries, which are fewer and must be counted exactly,
 * are counted in PostgreSQL by `rate-limit.ts`.
 */
export function createRequestLimiter({
  pool,
  clock,
  log,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
}): RequestLimiter {
  const processId = randomUUID();
  const usages = new Map<string, Usage>();
  let timer: NodeJS.Timeout | undefined;

  function usageOf(key: string, own: RequestLimits): Usage {
    const known = usages.get(key);
    if (known !== undefined) {
      known.limits = own;
      return known;
    }
    const usage = {
      limits: own,
      window: createRequestWindow(),
      inProgress: 0,
      elsewhere: { requests: 0, inProgress: 0 },
    };
    usages.set(key, usage);
    return usage;
  }

  /** Returns usages near a limit, and removes those without a request for a minute. */
  function findToExchange(now: number): [string, Usage][] {
    const found: [string, Usage][] = [];
    for (const [key, usage] of usages) {
      const { limits: own, inProgress } = usage;
      const requests = usage.window.count(now);
      if (requests > own.perMinute * exchangedShare || inProgress > own.atOnce * exchangedShare) {
        found.push([key, usage]);
        continue;
      }
      usage.elsewhere = { requests: 0, inProgress: 0 };
      if (requests === 0 && inProgress === 0) usages.delete(key);
    }
    return found;
  }

  async function exchange(): Promise<void> {
    const now = clock.now().getTime();
    const own = findToExchange(now);
    if (own.length === 0) return;
    const keys = own.map(([key]) => key);
    const { rows } = await pool.query<{ sender: string; requests: number; in_progress: number }>({
      name: 'exchange-request-counts',
      text: `with own as (
          insert into request_counts (sender, process_id, requests, in_progress, counted_at)
          select sender, $1, requests, in_progress, clock_timestamp()
          from unnest($2::text[], $3::int[], $4::int[]) as counted (sender, requests, in_progress)
          on conflict (sender, process_id) do update
          set requests = excluded.requests, in_progress = excluded.in_progress, counted_at = excluded.counted_at
        )
        select sender, sum(requests)::int as requests, sum(in_progress)::int as in_progress from request_counts
        where sender = any($2) and process_id <> $1 and counted_at > clock_timestamp() - interval '3 seconds'
        group by sender`,
      values: [
        processId,
        keys,
        own.map(([, { window }]) => window.count(now)),
        own.map(([, { inProgress }]) => inProgress),
      ],
    });
    const found = new Map(rows.map((row) => [row.sender, row]));
    for (const [key, usage] of own) {
      const row = found.get(key);
      usage.elsewhere = { requests: row?.requests ?? 0, inProgress: row?.in_progress ?? 0 };
    }
  }

  function schedule(): void {
    timer = setTimeout(async () => {
      await runInBackground(exchange).catch((error: unknown) =>
        log.warn({ err: error }, 'request counts not exchanged'),
      );
      if (timer !== undefined) schedule();
    }, exchangeMs).unref();
  }

  return {
    enter(key, limits) {
      const usage = usageOf(key, limits);
      const { window, elsewhere } = usage;
      const now = clock.now().getTime();
      if (usage.inProgress + elsewhere.inProgress >= limits.atOnce) {
        throw tooManyRequests('Too many requests at the same time. Please try again in a moment.', 1);
      }
      if (window.count(now) + elsewhere.requests >= limits.perMinute) {
        throw tooManyRequests(
          'Too many requests. Please wait a moment and try again.',
          window.untilNextMs(now) / secondMs,
        );
      }
      window.add(now);
      usage.inProgress += 1;
      let hasEnded = false;
      const leave = () => {
        if (!hasEnded) usage.inProgress -= 1;
        hasEnded = true;
      };
      const refund = () => {
        leave();
        window.remove(now);
      };
      return { leave, refund };
    },
    start: schedule,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
