import { compareDecimals } from '#lib/decimal.ts';

/**
 * Parses amounts of money: the text of an amount filter (`min,max` in plain digits with a decimal point, either side
 * optional) and user input.
 */

const plain = /^-?\d{1,20}(\.\d{1,20})?$/;

/**
 * Normalizes typed input to plain digits: '$1,000.50', '1 000,50' and '1000.5' all become `1000.5`. Returns empty text
 * for empty input, and undefined for invalid input. A single comma before three digits separates thousands, as in
 * en-CA.
 */
export function readAmount(typed: string): string | undefined {
  const bare = typed.replace(/[\s\u00a0\u202f'’$]|CAD/giu, '').replace('−', '-');
  if (bare === '') return '';
  const decimal = decimalMark(bare);
  const digits = [...bare].flatMap((letter, index) => {
    if (letter !== ',' && letter !== '.') return [letter];
    return index === decimal ? ['.'] : [];
  });
  const text = digits.join('');
  return plain.test(text) && hasWholeGroups(bare, decimal) ? normal(text) : undefined;
}

/** Parses an amount filter's text. An invalid end becomes empty. */
export function readAmounts(text: string): { min: string; max: string } {
  const [min = '', max = ''] = text.split(',');
  return { min: plain.test(min) ? normal(min) : '', max: plain.test(max) ? normal(max) : '' };
}

/** Canonical form of a text, with the smaller amount first; undefined if nothing valid remains. */
export function cleanAmounts(text: string): string | undefined {
  const { min, max } = readAmounts(text);
  if (min === '' && max === '') return undefined;
  return min !== '' && max !== '' && compareDecimals(min, max) > 0 ? `${max},${min}` : `${min},${max}`;
}

/** Index of the decimal separator; undefined if there is none. */
function decimalMark(text: string): number | undefined {
  const [commas, points] = [text.split(',').length - 1, text.split('.').length - 1];
  if (commas > 0 && points > 0) return Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  if (points === 1) return text.indexOf('.');
  // '1,000' is a thousand; '1,5' and '0,125' are decimals.
  if (commas === 1 && !/^-?[1-9]\d{0,2},\d{3}$/.test(text)) return text.indexOf(',');
  return undefined;
}

/** Thousands separators must be followed by three digits each: '1,00,0' is a typo, not an amount. */
function hasWholeGroups(text: string, decimal: number | undefined): boolean {
  const whole = text.slice(0, decimal ?? text.length).replace('-', '');
  return !/[.,]/.test(whole) || /^\d{1,3}([.,]\d{3})+$/.test(whole);
}

function normal(text: string): string {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  const rest = fraction.replace(/0+$/, '');
  const amount = rest === '' ? digits : `${digits}.${rest}`;
  return text.startsWith('-') && amount !== '0' ? `-${amount}` : amount;
}
