import { chance, pick, type Random } from '../random.ts';
import words from './words.json' with { type: 'json' };

/** A company's name in the language of its place; some of the first ones are the unusual names. */
export function companyName(random: Random, index: number, isFrench: boolean): string {
  const { english, french, lastNames, unusualNames } = words;
  const unusual = index % 9 === 4 ? unusualNames[(index - 4) / 9] : undefined;
  if (unusual !== undefined) return unusual;
  if (isFrench) return `${pick(random, french.trades)} ${pick(random, lastNames)} ${pick(random, french.forms)}`;
  const trade = pick(random, english.trades);
  const form = pick(random, english.forms);
  if (chance(random, 0.25)) return `${pick(random, lastNames)} ${trade} ${form}`;
  if (chance(random, 0.3)) return `${pick(random, english.firstWords)} ${trade} ${form}`;
  return `${pick(random, english.firstWords)} ${pick(random, english.secondWords)} ${trade} ${form}`;
}
