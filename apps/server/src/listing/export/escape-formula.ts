/** Characters that start a formula in a spreadsheet; the last four are the full-width forms. */
const formulaSigns = '=+\\-@＝＋－＠';

const atStart = new RegExp(`^(?=[${formulaSigns}\\t\\r\\n])`, 'u');
const afterSeparator = new RegExp(`(?<=[;\\t\\r\\n])(?=[${formulaSigns}])`, 'gu');

/** Prefixes text that a spreadsheet would treat as a formula with an apostrophe (OWASP, CSV injection). */
export function escapeFormula(text: string): string {
  return text.replace(atStart, "'");
}

/**
 * Also escapes formulas within the text, for readers that split it into cells at semicolons, tabs or line breaks, as a
 * French Excel does.
 */
export function escapeFormulas(text: string): string {
  return escapeFormula(text).replaceAll(afterSeparator, "'");
}
