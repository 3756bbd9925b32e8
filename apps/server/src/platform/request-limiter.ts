import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Clock, secondMs } from './clock.ts';
import { tooManyRequests } from './errors.ts';
import type { Logger } from './log.ts';
import { createRequestWindow, type RequestWindow } from './request-window.ts';
import { runInBackground } from './workload.ts';

/** Limits of a user's requests: per minute, and concurrent. */
export type RequestLimits = { perMinute: number; atOnce: number };

/** Interval at which processes exchange the counts of busy users. */
const exchangeMs = secondMs;
/** Share of a limit from which on a user is busy. Below it, counts stay within the process. */
const busyShare = 1 / 20;

/** Usage of one user, in this process and in the others. */
type Usage = {
  limits: RequestLimits;
  window: RequestWindow;
  inProgress: number;
  elsewhere: { requests: number; inProgress: number };
};

export type RequestLimiter = {
  /**
   * Counts a request of a user, who has `factor` times the limits. Returns the function to call when it has ended.
   * Throws 429 above a limit; a rejected request does not count.
   */
  enter(user: { userId: string; factor: number }): () => void;
  /** Exchanges counts with other processes until `stop` is called. */
  start(): void;
  stop(): void;
};

/**
 * Limits the requests of each user. Counts in memory, so that a request needs no query; once a second the counts of
 * busy users are exchanged through the database.
 */
export function createRequestLimiter(
  { pool, clock, log }: { pool: pg.Pool; clock: Clock; log: Logger },
  limits: RequestLimits,
): RequestLimiter {
  const processId = randomUUID();
  const users = new Map<string, Usage>();
  let timer: NodeJS.Timeout | undefined;

  function usageOf(userId: string, own: RequestLimits): Usage {
    const known = users.get(userId);
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
    users.set(userId, usage);
    return usage;
  }

  /** Returns users near a limit, and removes those without a request for a minute. */
  function findBusy(now: number): [string, Usage][] {
    const busy: [string, Usage][] = [];
    for (const [userId, usage] of users) {
      const { limits: own, inProgress } = usage;
      const requests = usage.window.count(now);
      if (requests > own.perMinute * busyShare || inProgress > own.atOnce * busyShare) {
        busy.push([userId, usage]);
        continue;
      }
      usage.elsewhere = { requests: 0, inProgress: 0 };
      if (requests === 0 && inProgress === 0) users.delete(userId);
    }
    return busy;
  }

  async function exchange(): Promise<void> {
    const now = clock.now().getTime();
    const busy = findBusy(now);
    if (busy.length === 0) return;
    const ids = busy.map(([userId]) => userId);
    const { rows } = await pool.query<{ user_id: string; requests: number; in_progress: number }>({
      name: 'exchange-request-counts',
      text: `with own as (
          insert into request_counts (user_id, process_id, requests, in_progress, counted_at)
          select user_id, $1, requests, in_progress, clock_timestamp()
          from unnest($2::uuid[], $3::int[], $4::int[]) as counted (user_id, requests, in_progress)
          on conflict (user_id, process_id) do update
          set requests = excluded.requests, in_progress = excluded.in_progress, counted_at = excluded.counted_at
        )
        select user_id, sum(requests)::int as requests, sum(in_progress)::int as in_progress from request_counts
        where user_id = any($2) and process_id <> $1 and counted_at > clock_timestamp() - interval '3 seconds'
        group by user_id`,
      values: [
        processId,
        ids,
        busy.map(([, { window }]) => window.count(now)),
        busy.map(([, { inProgress }]) => inProgress),
      ],
    });
    const found = new Map(rows.map((row) => [row.user_id, row]));
    for (const [userId, usage] of busy) {
      const row = found.get(userId);
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
    enter({ userId, factor }) {
      const usage = usageOf(userId, { perMinute: limits.perMinute * factor, atOnce: limits.atOnce * factor });
      const { limits: own, window, elsewhere } = usage;
      const now = clock.now().getTime();
      if (usage.inProgress + elsewhere.inProgress >= own.atOnce) {
        throw tooManyRequests('Too many requests at the same time. Please try again in a moment.', 1);
      }
      if (window.count(now) + elsewhere.requests >= own.perMinute) {
        throw tooManyRequests(
          'Too many requests. Please wait a moment and try again.',
          window.untilNextMs(now) / secondMs,
        );
      }
      window.add(now);
      usage.inProgress += 1;
      return () => {
        usage.inProgress -= 1;
      };
    },
    start: schedule,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
