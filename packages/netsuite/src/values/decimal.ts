/** A number as units of 10^-scale, so that no cent is lost on a float. */
type Scaled = ReturnType<typeof parse>;

/**
 * One spelling for each decimal number: no exponent, no plus, no idle zeros, no negative zero. Throws a TypeError for other text.
 */
export function toCanonicalDecimal(value: string): string {
  return format(parse(value));
}

/** The number with the other sign. Takes any spelling, gives the canonical one. */
export function negate(value: string): string {
  const { units, scale } = parse(value);
  return format({ units: -units, scale });
}

/** The exact sum of decimal texts, in canonical form. Throws a TypeError on what is not a number. */
export function sumDecimals(values: readonly string[]): string {
  const numbers = values.map(parse);
  const scale = Math.max(0, ...numbers.map((number) => number.scale));
  const units = numbers.reduce((sum, number) => sum + number.units * 10n ** BigInt(scale - number.scale), 0n);
  return format({ units, scale });
}

function parse(value: string) {
  const match = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?\s*$/.exec(value);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (match === null || whole + fraction === '') throw new TypeError(`Not a decimal number: ${value}`);
  const units = BigInt(sign + whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

function format({ units, scale }: Scaled): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${fraction === '' ? '' : `.${fraction}`}`;
}
