import { expect, test } from 'vitest';
import { readText } from './fields.ts';

test.each([
  ['a null byte', 'a\0b', 'ab'],
  ['an unpaired surrogate', 'cut \uD83D', 'cut \uFFFD'],
])('a text with %s becomes one that PostgreSQL holds', (_, value, expected) => {
  expect(readText({ memo: value }, 'memo')).toBe(expected);
});
