declare global {
  interface JSON {
    /** Wraps the text of a JSON primitive, which `JSON.stringify` then writes as it is. TypeScript does not declare it yet. */
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

/** A JSON number that a double cannot hold, as its own text. */
export type RawNumber = { readonly rawJSON: string };

/** A number of a record body: quantity, rate or amount, exact at any size. */
export type Decimal = number | RawNumber;

/**
 * Parses JSON without rounding: a number that a double cannot hold becomes raw JSON, which `JSON.stringify` writes back
 * digit by digit. Throws a SyntaxError.
 */
export function parseExactJson(text: string): unknown {
  // Only a run of 16 digits or more can be beyond a double; most bodies have none and are parsed without a reviver.
  if (!/\d[\d.]{15,}/.test(text)) return JSON.parse(text);
  // TypeScript does not declare the third argument yet, which holds the number's source text.
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const digits = context.source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  return digits.length > 15 ? JSON.rawJSON(context.source) : value;
}

export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'number' || JSON.isRawJSON(value);
}
