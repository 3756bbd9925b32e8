/** Far more than any body of the contract has. */
const usualDepth = 50;
const maxCommas = 20_000;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether JSON text nests so deeply or has so many values that it is refused unread. Parsing a megabyte of brackets takes a
 * hundred times as long as parsing a megabyte of text, and of numbers ten times, and blocks all other requests meanwhile.
 */
export function isTooComplex(json: string, maxDepth = usualDepth): boolean {
  let depth = 0;
  let commas = 0;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === quote) {
      index = endOfString(json, index);
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    } else if (code === 0x2c) {
      commas += 1;
      if (commas > maxCommas) return true;
    }
  }
  return false;
}

/** Index of the quotation mark that ends a string; the end of the text where none does. */
function endOfString(json: string, start: number): number {
  for (let index = start + 1; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === backslash) index += 1;
    else if (code === quote) return index;
  }
  return json.length;
}
