import { hourMs, minuteMs } from '../../platform/clock.ts';
import { atMost, countersOf, growingDelay } from '../../platform/rate-limit.ts';

/**
 * Rate limits against guessing, and their keys. Known and unknown email addresses count alike. Limits per account count
 * a known device separately (`deviceOr`), and a known device is exempt from the limits per network for sign-ins and
 * for requesting a reset link, so that strangers never delay it, even behind the same proxy. Wrong reset codes count by
 * known device, otherwise by network; confirming an email address always counts by network.
 */
export const limits = {
  /** Sign-ins started from one network, resent codes included. A session refunds one of them. */
  unfinishedSignIns: countersOf('sign-in:begun-from', atMost(10, 15 * minuteMs)),
  /** Failed sign-ins of one account: wrong passwords, and codes whose tries were used up. */
  failedSignIns: countersOf('sign-in:failures', growingDelay(5, hourMs)),
  /** Codes mailed to one account, separately for each known device. */
  codesMailed: countersOf(
    'sign-in:codes',
    atMost(5, 15 * minuteMs),
    'Too many codes were sent. Please wait a while and try again.',
  ),
  /** Wrong codes from one network. */
  wrongCodesFrom: countersOf('sign-in:codes-from', atMost(10, 15 * minuteMs)),
  /**
   * Wrong codes of one account, or of one known device, per day. Those of an account together with `wrongCodesElsewhere` at most 90 of a million: guessing succeeds with
   * a probability below 1 in 10,000.
   */
  wrongCodes: countersOf('sign-in:wrong-codes', atMost(60, 24 * hourMs)),
  /**
   * Wrong codes from other networks than the one that started the sign-in, which must not use up the owner's tries for
   * the day.
   */
  wrongCodesElsewhere: countersOf('sign-in:wrong-codes-elsewhere', atMost(30, 24 * hourMs)),
  /** Reset links requested from one network. */
  resetRequests: countersOf('reset:asked-from', atMost(10, 15 * minuteMs)),
  /**
   * Reset links of one account, within the lifetime of a link: a user who is refused has received links that still
   * work.
   */
  resetLinks: countersOf(
    'reset:asked',
    atMost(5, hourMs),
    'Reset instructions were asked for too often. The links of the last hour still work; please check your email.',
  ),
  /** Wrong reset codes of one known device, or from one network. */
  wrongResetCodes: countersOf('reset:codes-from', atMost(10, 15 * minuteMs)),
  /** Wrong current passwords of a signed-in user who wants to change the password. */
  currentPasswords: countersOf('password:current', growingDelay(5, hourMs)),
  /** Wrong codes for confirming an email address from one network. */
  wrongEmailCodes: countersOf('email:codes-from', atMost(10, 15 * minuteMs)),
  /** Invalid invitation links looked up or accepted from one network. */
  wrongInvitations: countersOf('invitation:tokens-from', atMost(10, 15 * minuteMs)),
};

/** Whose tries are counted: the known device's, or for everyone else those of `otherwise`, an account or a network. */
export function deviceOr(device: string | undefined, otherwise: string): string {
  // Email addresses, ids and networks contain no space.
  return device === undefined ? otherwise : `device ${device}`;
}

/** Lifetime of a reset link. */
export const resetLifetimeMs = hourMs;
/** Lifetime of the link that confirms a changed email address. */
export const emailChangeLifetimeMs = 24 * hourMs;
