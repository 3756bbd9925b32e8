import { setTimeout } from 'node:timers/promises';
import { NetsuiteError } from './netsuite-error.ts';

/** Retry policy of a request. */
export interface RetryPolicy {
  /** How often a call is made at most, the first time included. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubles from there on. */
  readonly firstDelay: number;
  /** Milliseconds that no wait exceeds, a wait that NetSuite asks for excepted. */
  readonly longestDelay: number;
}

/** Sources of time and randomness that a test controls. */
export interface RetryTools {
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** A longer Retry-After is not waited for: the error is passed to the caller. */
const MAX_RETRY_AFTER_MS = 120_000;

/**
 * Makes a call again while its failure is transient: waits grow, and half of each is random, so that callers
 * refused together do not retry together. `report` is called for each retry. Every attempt signs anew, since `attempt` builds the whole request.
 * `call` may limit the attempts, but not while NetSuite is handling too many requests: only waiting helps against that.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  policy: RetryPolicy,
  tools: RetryTools,
  report: (failure: NetsuiteError) => void,
  { attempts = policy.attempts, signal }: { attempts?: number | undefined; signal?: AbortSignal | undefined },
): Promise<Result> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isTransient = error instanceof NetsuiteError && error.transient;
      if (isTransient) report(error);
      signal?.throwIfAborted();
      if (!isTransient || made >= (error.kind === 'busy' ? policy.attempts : attempts)) throw error;
      const asked = error.retryAfter ?? 0;
      if (asked > MAX_RETRY_AFTER_MS) throw error;
      const grown = Math.min(policy.longestDelay, policy.firstDelay * 2 ** (made - 1));
      await tools.sleep(Math.max(asked, grown * (0.5 + tools.random() / 2)), signal);
    }
  }
}

/** Milliseconds of a Retry-After header: seconds, or a date. */
export function parseRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => signal?.throwIfAborted());
}
