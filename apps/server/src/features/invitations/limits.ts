import { hourMs, minuteMs } from '../../platform/clock.ts';
import { atMost } from '../../platform/rate-limit.ts';

/** Rate limits against guessing, and their keys. */
export const limits = {
  /** Invalid links looked up or accepted from one network address. */
  tokensFrom: { key: (address: string) => `invitation:tokens-from:${address}`, limit: atMost(10, 15 * minuteMs) },
};

/** Lifetime of a mailed link. */
export const linkLifetimeMs = 72 * hourMs;
