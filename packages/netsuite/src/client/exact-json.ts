/**
 * Parses JSON without losing money: a number that a double cannot hold exactly comes as its own text, or as what `keep`
 * makes of that, every other as a number. Throws a SyntaxError on a body that was cut off.
 */
export function parseExactJson(text: string, keep: (source: string) => unknown = (source) => source): unknown {
  // Only a run of 16 digits or more can be beyond a double; most bodies have none and take the fast way.
  if (!/\d[\d.]{15,}/.test(text)) return JSON.parse(text);
  const keepDigits = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && significantDigits(context?.source ?? '') > 15 ? keep(context?.source ?? '') : value;
  // The type of JSON.parse does not know the source text yet that Node passes as the third argument.
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
}

function significantDigits(source: string): number {
  return source.replace(/[eE].*$/, '').replace(/^[-0.]+|[.]/g, '').length;
}
