import { dictionary } from '@zxcvbn-ts/language-common';

const shortest = 6;
const longest = 128;

/** Leaked passwords in lower case, the most common first. */
const leaked = dictionary['passwords-common'];
/** Words that users of this portal are likely to choose. */
const ofThisPortal = ['netsuite', 'orderportal', 'order portal', 'salesorder', 'customerportal'];
const known = new Set([...leaked, ...ofThisPortal]);
/**
 * Words that are rejected with trailing digits as well. With the whole list, almost no word could start a password.
 */
const stems = new Set([...leaked.slice(0, 10_000), ...ofThisPortal]);

/** Keyboard rows, digits and the alphabet: a password that follows one of them is easily guessed. */
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
 * Returns why a password is refused, as a sentence for the user, or undefined if it is accepted. `email` is the
 * account's address; `minimum` overrides the default of six characters.
 */
export function findPasswordFault(password: string, email: string, minimum = shortest): string | undefined {
  if (password.length < minimum) return `Password must be at least ${minimum} characters long`;
  if (password.length > longest) return `Password must be at most ${longest} characters long`;
  const lower = password.toLowerCase();
  if (/^(.{1,3})\1+$/su.test(lower)) return 'Password must not be the same characters repeated';
  if (runs.some((run) => run.includes(lower))) return 'Password must not be a row of the keyboard or the alphabet';
  // "Password2026!" is guessed right after "password": trailing digits and symbols do not hide a word.
  const bare = lower.replace(/[^\p{Letter}]{1,6}$/u, '');
  if (known.has(lower) || stems.has(bare)) {
    return 'Too common. Choose another.';
  }
  if ([lower, bare].some((word) => word === email || word === email.split('@')[0])) {
    return 'Password must not be your email address';
  }
  return undefined;
}
