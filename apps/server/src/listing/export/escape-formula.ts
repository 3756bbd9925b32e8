/** With these a spreadsheet begins a formula; the latter four are their full-width forms. */
const formulaSigns = '=+\\-@＝＋－＠';

const atStart = new RegExp(`^(?=[${formulaSigns}\\t\\r\\n])`, 'u');
const afterSeparator = new RegExp(`(?<=[;\\t\\r\\n])(?=[${formulaSigns}])`, 'gu');

/** Text that a spreadsheet would take for a formula, with the apostrophe that makes it text again (OWASP, CSV injection). */
export function escapeFormula(text: string): string {
  return text.replace(atStart, "'");
}

/**
 * The same for a file whose reader splits it into cells: one that takes semicolons, tabs or line ends for separators,
 * as a French Excel does, finds cells in the middle of a text, whatever stands around it.
 */
export function escapeFormulas(text: string): string {
  return escapeFormula(text).replaceAll(afterSeparator, "'");
}
