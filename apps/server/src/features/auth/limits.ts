import { hourMs, minuteMs } from '../../platform/clock.ts';
import { atMost, growingDelay } from '../../platform/rate-limit.ts';

/**
 * Rate limits against guessing, and their keys. Known and unknown addresses count alike. Limits per account count a
 * known device separately (`counterOf`), and a known device is exempt from limits per network address: strangers never
 * delay it, even behind the same proxy.
 */
export const limits = {
  /** Sign-ins started from one network address that did not lead to a session. */
  begunFrom: { key: (address: string) => `sign-in:begun-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /** Wrong codes from one network address. */
  codesFrom: { key: (address: string) => `sign-in:codes-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /** Failed sign-ins of one account: wrong passwords, and codes whose tries were used up. */
  failures: { key: (counter: string) => `sign-in:failures:${counter}`, limit: growingDelay(5, hourMs) },
  /** Codes mailed to one account. */
  codes: { key: (counter: string) => `sign-in:codes:${counter}`, limit: atMost(5, 15 * minuteMs) },
  /**
   * Wrong codes of one account per day. Together with `wrongCodesElsewhere` at most 90 of a million: guessing succeeds with
   * a probability below 1 in 10,000.
   */
  wrongCodes: { key: (counter: string) => `sign-in:wrong-codes:${counter}`, limit: atMost(60, 24 * hourMs) },
  /**
   * Wrong codes from other networks than the one that started the sign-in, which must not use up the owner's tries for
   * the day.
   */
  wrongCodesElsewhere: {
    key: (counter: string) => `sign-in:wrong-codes-elsewhere:${counter}`,
    limit: atMost(30, 24 * hourMs),
  },
  /** Reset links requested from one network address. */
  resetsFrom: { key: (address: string) => `reset:asked-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /** Wrong reset codes from one network address. */
  resetCodesFrom: { key: (address: string) => `reset:codes-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /** Wrong current passwords of a signed-in user who wants to change the password. */
  currentPasswords: { key: (userId: string) => `password:current:${userId}`, limit: growingDelay(5, hourMs) },
  /** Wrong codes for confirming an email address from one network address. */
  emailCodesFrom: { key: (address: string) => `email:codes-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /**
   * Reset links of one account, within the lifetime of a link: a user who is refused has received links that still
   * work.
   */
  resets: { key: (counter: string) => `reset:asked:${counter}`, limit: atMost(5, hourMs) },
};

/** Key for counting tries: the known device, or the account for everyone else. */
export function counterOf(device: string | undefined, account: string): string {
  // Neither email addresses nor ids contain a space.
  return device === undefined ? account : `device ${device}`;
}

/** Default message of a 429 response. */
export const tooManyAttempts = 'Too many attempts. Please wait a while and try again.';

/** Decimal digits of a one-time code. */
export const codeLength = 6;
/** Lifetime of a mailed code. */
export const codeLifetimeMs = 5 * minuteMs;
/** Lifetime of a reset link. */
export const resetLifetimeMs = hourMs;
/** Lifetime of the link that confirms a changed email address. */
export const emailChangeLifetimeMs = 24 * hourMs;
