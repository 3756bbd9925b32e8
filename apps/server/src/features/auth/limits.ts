import { hourMs, minuteMs } from '../../platform/clock.ts';
import { atMost, countersOf, growingDelay } from '../../platform/rate-limit.ts';

/**
 * Rate limits against guessing. Names say by whom tries are counted: by email, user or network. A counter by email or user
 * counts a known device separately (`deviceOr`), and a known device is exempt from the counters by network for sign-ins
 * and for requesting a reset link, so that strangers never delay it, even behind the same proxy. Emails without a user count
 * alike. docs/security.md lists when a try is counted and when it is refunded.
 */
export const limits = {
  signInsByNetwork: countersOf('signInsByNetwork', atMost(10, 15 * minuteMs)),
  /** Wrong passwords, and sign-in attempts whose tries were used up. */
  failedSignInsByEmail: countersOf('failedSignInsByEmail', growingDelay(5, hourMs)),
  codesMailedByUser: countersOf(
    'codesMailedByUser',
    atMost(5, 15 * minuteMs),
    'Too many codes were sent. Please wait a while and try again.',
  ),
  codesByNetwork: countersOf('codesByNetwork', atMost(10, 15 * minuteMs)),
  /**
   * By email if there is no user. With `wrongCodesElsewhereByUser` at most 90 of a million a day: guessing succeeds with a
   * probability below 1 in 10,000.
   */
  wrongCodesByUser: countersOf('wrongCodesByUser', atMost(60, 24 * hourMs)),
  /** From other networks than the one that started the sign-in; they must not use up the owner's tries for the day. */
  wrongCodesElsewhereByUser: countersOf('wrongCodesElsewhereByUser', atMost(30, 24 * hourMs)),
  resetRequestsByNetwork: countersOf('resetRequestsByNetwork', atMost(10, 15 * minuteMs)),
  /** Within the lifetime of a link: a user who is refused has received links that still work. */
  resetRequestsByEmail: countersOf(
    'resetRequestsByEmail',
    atMost(5, hourMs),
    'Reset instructions were asked for too often. The links of the last hour still work; please check your email.',
  ),
  /** By known device, if it is one. */
  resetCodesByNetwork: countersOf('resetCodesByNetwork', atMost(10, 15 * minuteMs)),
  /** Entered by a signed-in user to change the password. */
  currentPasswordsByUser: countersOf('currentPasswordsByUser', growingDelay(5, hourMs)),
  /** Codes that confirm an email address. */
  emailCodesByNetwork: countersOf('emailCodesByNetwork', atMost(10, 15 * minuteMs)),
  /** Looked up or accepted. */
  invitationLinksByNetwork: countersOf('invitationLinksByNetwork', atMost(10, 15 * minuteMs)),
};

/** Subject of a counter: the known device, or for everyone else an email, user or network. */
export function deviceOr(device: string | undefined, otherwise: string): string {
  // Email addresses, ids and networks contain no space.
  return device === undefined ? otherwise : `device ${device}`;
}

/** Lifetime of a reset link. */
export const resetLifetimeMs = hourMs;
/** Lifetime of the link that confirms a changed email address. */
export const emailChangeLifetimeMs = 24 * hourMs;
