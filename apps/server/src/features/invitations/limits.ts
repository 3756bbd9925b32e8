import { hourMs, minuteMs } from '../../platform/clock.ts';
import { atMost } from '../../platform/rate-limit.ts';

/** What is counted to slow guessing down, and under which key. */
export const limits = {
  /** Links that were not good, looked up or accepted from one network address. */
  tokensFrom: { key: (address: string) => `invitation:tokens-from:${address}`, limit: atMost(10, 15 * minuteMs) },
};

/** How long a mailed link is good. */
export const linkLifetimeMs = 72 * hourMs;
