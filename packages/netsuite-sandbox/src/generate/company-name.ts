import { chance, pick, type Random } from '../random.ts';
import {
  englishFirstWords,
  englishForms,
  englishSecondWords,
  englishTrades,
  frenchForms,
  frenchTrades,
  lastNames,
  unusualNames,
} from './names.ts';

/** A company's name in the language of its place; some of the first ones are the unusual names. */
export function companyName(random: Random, index: number, isFrench: boolean): string {
  const unusual = index % 9 === 4 ? unusualNames[(index - 4) / 9] : undefined;
  if (unusual !== undefined) return unusual;
  if (isFrench) return `${pick(random, frenchTrades)} ${pick(random, lastNames)} ${pick(random, frenchForms)}`;
  const trade = pick(random, englishTrades);
  const form = pick(random, englishForms);
  if (chance(random, 0.25)) return `${pick(random, lastNames)} ${trade} ${form}`;
  if (chance(random, 0.3)) return `${pick(random, englishFirstWords)} ${trade} ${form}`;
  return `${pick(random, englishFirstWords)} ${pick(random, englishSecondWords)} ${trade} ${form}`;
}
