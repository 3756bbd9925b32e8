import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Nina Petrov', 'NP'],
  ['  jean-luc  de la Rivière ', 'JR'],
  ['System', 'SY'],
  ['X', 'X'],
  ['élodie üner', 'ÉÜ'],
  ['日本 太郎', '日太'],
  ['𝒜da 𝓛ovelace', '𝒜𝓛'],
  ['nina.petrov@north.test', 'NP'],
  ['admin@demo.test', 'AD'],
  ['@', ''],
  ['', ''],
])('initials of %j: %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
