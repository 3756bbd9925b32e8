import { compareDecimals } from '#lib/decimal.ts';

/**
 * Amounts of money, as the text of an amount filter says them: `min,max` in plain digits with a point, either side
 * empty, and as people type them.
 */

const plain = /^-?\d{1,20}(\.\d{1,20})?$/;

/**
 * An amount as somebody typed it, in plain digits: '$1,000.50', '1 000,50' and '1000.5' are all `1000.5`. Empty for
 * nothing; undefined for what cannot be read. A single comma before three digits parts thousands, as in en-CA.
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

/** What an amount filter's text asks for; an end that cannot be read is empty. */
export function readAmounts(text: string): { min: string; max: string } {
  const [min = '', max = ''] = text.split(',');
  return { min: plain.test(min) ? normal(min) : '', max: plain.test(max) ? normal(max) : '' };
}

/** The one form of a text, the lesser amount first; undefined when nothing is left of it. */
export function cleanAmounts(text: string): string | undefined {
  const { min, max } = readAmounts(text);
  if (min === '' && max === '') return undefined;
  return min !== '' && max !== '' && compareDecimals(min, max) > 0 ? `${max},${min}` : `${min},${max}`;
}

/** Where the decimal mark stands; undefined when there is none. */
function decimalMark(text: string): number | undefined {
  const [commas, points] = [text.split(',').length - 1, text.split('.').length - 1];
  if (commas > 0 && points > 0) return Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  if (points === 1) return text.indexOf('.');
  // '1,000' is a thousand; '1,5' and '0,125' are not.
  if (commas === 1 && !/^-?[1-9]\d{0,2},\d{3}$/.test(text)) return text.indexOf(',');
  return undefined;
}

/** Marks between thousands stand before three digits each: '1,00,0' is a slip, not an amount. */
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
