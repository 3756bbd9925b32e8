import { hourMs, minuteMs } from '../../platform/clock.ts';
import { atMost, growingDelay } from '../../platform/rate-limit.ts';

/**
 * Rate limits against guessing, and their keys. Known and unknown email addresses count alike. Limits per account count
 * a known device separately (`counterOf`), and a known device is exempt from the limits per network for sign-ins and
 * for requesting a reset link, so that strangers never delay it, even behind the same proxy. Wrong reset codes count by
 * known device, otherwise by network; confirming an email address always counts by network.
 */
export const limits = {
  /** Sign-ins started from one network that did not lead to a session. */
  unfinishedSignInsByNetwork: {
    key: (network: string) => `sign-in:begun-from:${network}`,
    limit: atMost(10, 15 * minuteMs),
  },
  /** Wrong codes from one network. */
  wrongCodesByNetwork: { key: (network: string) => `sign-in:codes-from:${network}`, limit: atMost(10, 15 * minuteMs) },
  /** Failed sign-ins of one account: wrong passwords, and codes whose tries were used up. */
  failedSignInsByAccount: { key: (counter: string) => `sign-in:failures:${counter}`, limit: growingDelay(5, hourMs) },
  /** Codes mailed to one account. */
  codesMailed: { key: (counter: string) => `sign-in:codes:${counter}`, limit: atMost(5, 15 * minuteMs) },
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
  /** Reset links requested from one network. */
  resetLinksByNetwork: { key: (network: string) => `reset:asked-from:${network}`, limit: atMost(10, 15 * minuteMs) },
  /** Wrong reset codes of one known device, or from one network. */
  wrongResetCodesByNetwork: {
    key: (counter: string) => `reset:codes-from:${counter}`,
    limit: atMost(10, 15 * minuteMs),
  },
  /** Wrong current passwords of a signed-in user who wants to change the password. */
  currentPasswords: { key: (userId: string) => `password:current:${userId}`, limit: growingDelay(5, hourMs) },
  /** Wrong codes for confirming an email address from one network. */
  wrongEmailCodesByNetwork: {
    key: (network: string) => `email:codes-from:${network}`,
    limit: atMost(10, 15 * minuteMs),
  },
  /**
   * Reset links of one account, within the lifetime of a link: a user who is refused has received links that still
   * work.
   */
  resetLinksByAccount: { key: (counter: string) => `reset:asked:${counter}`, limit: atMost(5, hourMs) },
};

/** Key for counting tries: the known device, or for everyone else `otherwise`, an account or a network. */
export function counterOf(device: string | undefined, otherwise: string): string {
  // Email addresses, ids and networks contain no space.
  return device === undefined ? otherwise : `device ${device}`;
}

/** Default message of a 429 response. */
export const tooManyAttempts = 'Too many attempts. Please wait a while and try again.';

/** Lifetime of a reset link. */
export const resetLifetimeMs = hourMs;
/** Lifetime of the link that confirms a changed email address. */
export const emailChangeLifetimeMs = 24 * hourMs;
