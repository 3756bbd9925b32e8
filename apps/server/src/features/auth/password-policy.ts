import { dictionary } from '@zxcvbn-ts/language-common';

const shortest = 6;
const longest = 128;

/** Passwords that have leaked elsewhere, in lower case, those of most people first. */
const leaked = dictionary['passwords-common'];
/** What comes to mind where one signs in here. */
const ofThisPortal = ['netsuite', 'orderportal', 'order portal', 'salesorder', 'customerportal'];
const known = new Set([...leaked, ...ofThisPortal]);
/** Those in which digits at the end change nothing. Of all, there would be hardly a word left to begin with. */
const stems = new Set([...leaked.slice(0, 10_000), ...ofThisPortal]);

/** Rows of a keyboard, digits, the alphabet: a password that runs along one of them is no secret. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
];
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]);

/**
 * Why a password is refused, as a sentence for the person who chose it; undefined when it is good enough. `email` is
 * the account's, `minimum` where more than six characters are asked for.
 */
export function findPasswordFault(password: string, email: string, minimum = shortest): string | undefined {
  if (password.length < minimum) return `Password must be at least ${minimum} characters long`;
  if (password.length > longest) return `Password must be at most ${longest} characters long`;
  const lower = password.toLowerCase();
  if (/^(.{1,3})\1+$/su.test(lower)) return 'Password must not be the same characters repeated';
  if (runs.some((run) => run.includes(lower))) return 'Password must not be a row of the keyboard or the alphabet';
  // "Password2026!" is guessed right after "password": a few digits and signs at the end hide no word.
  const bare = lower.replace(/[^\p{Letter}]{1,6}$/u, '');
  if (known.has(lower) || stems.has(bare)) {
    return 'Too common. Choose another.';
  }
  if ([lower, bare].some((word) => word === email || word === email.split('@')[0])) {
    return 'Password must not be your email address';
  }
  return undefined;
}
