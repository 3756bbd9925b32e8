/** A seeded source of numbers in [0, 1): the same seed gives the same run (mulberry32). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Mixes numbers into one seed, so that each generated record has a run of its own. */
export function mixSeed(...parts: number[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 13;
  }
  return hash >>> 0;
}

/** One of the values, each as likely as the others. */
export function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

/** One of the values, as likely as its weight. */
export function pickWeighted<Value>(random: Random, values: readonly (readonly [Value, number])[]): Value {
  let rest = random() * values.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of values) {
    rest -= weight;
    if (rest < 0) return value;
  }
  return values[0]?.[0] as Value;
}

/** A whole number from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** True as often as the probability, 0 to 1, says. */
export const chance = (random: Random, probability: number): boolean => random() < probability;

/** The pattern with a digit in place of each # and a letter in place of each ?. */
export function fill(random: Random, pattern: string): string {
  const characters: Record<string, string> = { '#': '0123456789', '?': 'ABCEGHJKLMNPRSTVWXYZ' };
  return pattern.replaceAll(/[#?]/g, (place) => pick(random, [...(characters[place] ?? '')]));
}
