/**
 * One spelling for each decimal number: no exponent, no plus, no idle zeros, no negative zero. Text in, text out, so that
 * no cent is lost on a float. Throws a TypeError on what is not a number.
 */
export function toCanonicalDecimal(value: string): string {
  const match = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?\s*$/.exec(value);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (match === null || whole + fraction === '') throw new TypeError(`Not a decimal number: ${value}`);
  const { left, right } = shift(whole, fraction, Number(exponent));
  const digits = left.replace(/^0+/, '') || '0';
  const decimals = right.replace(/0+$/, '');
  const number = decimals === '' ? digits : `${digits}.${decimals}`;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

function shift(whole: string, fraction: string, places: number): { left: string; right: string } {
  if (places >= 0) {
    const padded = fraction.padEnd(places, '0');
    return { left: whole + padded.slice(0, places), right: padded.slice(places) };
  }
  const padded = whole.padStart(-places, '0');
  return { left: padded.slice(0, padded.length + places), right: padded.slice(padded.length + places) + fraction };
}

/** The number with the other sign. Takes any spelling, gives the canonical one. */
export function negate(value: string): string {
  const canonical = toCanonicalDecimal(value);
  if (canonical === '0') return canonical;
  return canonical.startsWith('-') ? canonical.slice(1) : `-${canonical}`;
}

/** The exact sum of decimal texts, in canonical form. Throws a TypeError on what is not a number. */
export function sumDecimals(values: readonly string[]): string {
  const numbers = values.map(toCanonicalDecimal);
  const scale = Math.max(0, ...numbers.map((number) => number.split('.')[1]?.length ?? 0));
  const total = numbers.reduce((sum, number) => sum + toScaled(number, scale), 0n);
  const digits = (total < 0n ? -total : total).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return toCanonicalDecimal(`${total < 0n ? '-' : ''}${text}`);
}

function toScaled(number: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = number.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}
