/**
 * The place in an address as NetSuite writes it, to distinguish orders: `Reims, France`, or `Toronto ON` where the
 * country is left out. Postal codes are dropped. An address of another form gives its last two lines; an empty one
 * undefined.
 */
export function toShipTo(address: string): string | undefined {
  const lines = address.split(/[\r\n]+/).flatMap((line) => line.trim() || []);
  const [city = '', last = ''] = [lines.at(-2), lines.at(-1)];
  const isCountry = lines.length > 2 && !/\d/.test(last) && withoutPostalCode(city) !== city;
  if (isCountry) return `${withoutPostalCode(city)}, ${last}`;
  if (lines.length > 2 && /\s[\d -]*\d{5}[\d-]*$|\s[A-Z]\d[A-Z] ?\d[A-Z]\d$/.test(last)) return withoutPostalCode(last);
  return lines.slice(-2).join(', ') || undefined;
}

/** Drops the words with a digit at either end, unless no word is without. */
function withoutPostalCode(line: string): string {
  const words = line.split(/\s+/);
  const isPlain = (word: string) => !/\d/.test(word);
  const kept = words.slice(words.findIndex(isPlain), words.findLastIndex(isPlain) + 1);
  return kept.length === 0 ? line : kept.join(' ');
}
