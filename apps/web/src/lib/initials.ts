/** Display name of a person: the full name, or the email if there is none. */
export function personName({ fullName, email }: { fullName?: string | undefined; email: string }): string {
  return fullName || email;
}

/**
 * Initials of a person: the first letters of the first and last word of a name (`Nina Petrov`: NP), or the first two
 * letters of a single word (`System`: SY). For an email address, uses the part before the @.
 */
export function initialsOf(name: string): string {
  const words = name.replace(/@.*$/, '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const [first = '', ...rest] = words.map((word) => [...word]);
  const last = rest.at(-1);
  const letters = last === undefined ? [...first].slice(0, 2) : [first[0] ?? '', last[0] ?? ''];
  return letters.join('').toUpperCase();
}
