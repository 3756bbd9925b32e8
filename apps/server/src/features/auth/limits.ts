import { hourMs, minuteMs } from '../../platform/clock.ts';
import { atMost, growingDelay } from '../../platform/rate-limit.ts';

/**
 * What is counted to slow guessing down, and under which key. Known and unknown addresses count alike. What is counted by
 * account is counted by device for a known one (`counterOf`), which is not counted by network address at all: whatever
 * strangers do, also behind the same proxy, does not delay it.
 */
export const limits = {
  /** Sign-ins begun from one network address that did not end in a session. */
  begunFrom: { key: (address: string) => `sign-in:begun-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /** Wrong codes from one network address. */
  codesFrom: { key: (address: string) => `sign-in:codes-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /** Failed sign-ins of one account: wrong passwords, and codes whose tries were used up. */
  failures: { key: (counter: string) => `sign-in:failures:${counter}`, limit: growingDelay(5, hourMs) },
  /** Codes mailed to one account. */
  codes: { key: (counter: string) => `sign-in:codes:${counter}`, limit: atMost(5, 15 * minuteMs) },
  /** Wrong codes of one account in a day. With those from elsewhere 90 of a million: guessing stays below 1 in 10,000. */
  wrongCodes: { key: (counter: string) => `sign-in:wrong-codes:${counter}`, limit: atMost(60, 24 * hourMs) },
  /** Those from other networks than the one where the sign-in was begun, which must not cost its owner the day. */
  wrongCodesElsewhere: {
    key: (counter: string) => `sign-in:wrong-codes-elsewhere:${counter}`,
    limit: atMost(30, 24 * hourMs),
  },
  /** Reset links asked for from one network address. */
  resetsFrom: { key: (address: string) => `reset:asked-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /** Wrong reset codes from one network address. */
  resetCodesFrom: { key: (address: string) => `reset:codes-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /** Wrong current passwords of a signed-in user who wants to change the password. */
  currentPasswords: { key: (userId: string) => `password:current:${userId}`, limit: growingDelay(5, hourMs) },
  /** Wrong codes for confirming an email address from one network address. */
  emailCodesFrom: { key: (address: string) => `email:codes-from:${address}`, limit: atMost(10, 15 * minuteMs) },
  /** Reset links of one account. Within the links' own lifetime: whoever is refused has mails whose links still work. */
  resets: { key: (counter: string) => `reset:asked:${counter}`, limit: atMost(5, hourMs) },
};

/** What the tries of a request are counted under: its known device, or the account for everyone else. */
export function counterOf(device: string | undefined, account: string): string {
  // No email address and no id contains a space.
  return device === undefined ? account : `device ${device}`;
}

/** What a 429 says where there is nothing more particular to say. */
export const tooManyAttempts = 'Too many attempts. Please wait a while and try again.';

/** Decimal digits of a one-time code. */
export const codeLength = 6;
/** How long a mailed code is good. */
export const codeLifetimeMs = 5 * minuteMs;
/** How long a reset link is good. */
export const resetLifetimeMs = hourMs;
/** Lifetime of the link that confirms a changed email address. */
export const emailChangeLifetimeMs = 24 * hourMs;
