import { hourMs, minuteMs } from '../../platform/clock.ts';
import { atMost } from '../../platform/rate-limit.ts';

/** What is counted to slow guessing and flooding down, and under which key. */
export const limits = {
  /** Links that were not good, looked up or accepted from one network address. */
  tokensFrom: { key: (address: string) => `invitation:tokens-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /** New links of one invitation. */
  resends: { key: (id: string) => `invitation:resent:${id}`, limit: atMost(5, hourMs) },
};

/** How long a mailed link is good. */
export const linkLifetimeMs = 72 * hourMs;
