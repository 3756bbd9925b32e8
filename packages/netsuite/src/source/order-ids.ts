/** The order of a transaction whose lines name several: the lowest id (suiteql-facts, section 4). */
export function lowestId(ids: readonly (string | null)[]): string | null {
  const known = ids.filter((id) => id !== null);
  return known.length === 0 ? null : known.reduce((one, other) => (BigInt(other) < BigInt(one) ? other : one));
}
