/**
 * Two letters that stand for somebody: of the first and the last word of a name (`Nina Petrov`: NP), the first two of
 * a single one (`System`: SY). An e-mail address counts as the name before its @.
 */
export function initialsOf(name: string): string {
  const words = name.replace(/@.*$/, '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const [first = '', ...rest] = words.map((word) => [...word]);
  const last = rest.at(-1);
  const letters = last === undefined ? [...first].slice(0, 2) : [first[0] ?? '', last[0] ?? ''];
  return letters.join('').toUpperCase();
}
