import { parseExactJson as parse } from '@portal/netsuite/client/exact-json';

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
export const parseExactJson = (text: string): unknown => parse(text, JSON.rawJSON);

export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'number' || JSON.isRawJSON(value);
}
