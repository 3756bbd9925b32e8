/** Units of 10^-scale. */
type Scaled = { units: bigint; scale: number };

/** The exact sum of decimal numbers in text, an exponent allowed; '0' for none. */
export function sumDecimals(numbers: readonly string[]): string {
  const scaled = numbers.map(toScaled);
  const scale = Math.max(0, ...scaled.map((number) => number.scale));
  const sum = scaled.reduce((total, number) => total + number.units * 10n ** BigInt(scale - number.scale), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${sum < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The same number with the other sign. */
export function negateDecimal(number: string): string {
  if (/^-?[0.]+(e|$)/i.test(number)) return '0';
  return number.startsWith('-') ? number.slice(1) : `-${number}`;
}

function toScaled(number: string): Scaled {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const units = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}
