import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findPasswordFault } from './password-policy.ts';

const email = 'ada.lovelace@test.example';

const common = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

describe('a new password', () => {
  test('is none of more than 3,000 that are tried first, whatever the case and with digits behind', () => {
    const long = common.filter((word) => word.length >= 6);
    expect(new Set(long).size).toBeGreaterThan(3000);
    for (const word of long)
      for (const tried of [word, word.toUpperCase()]) expect(findPasswordFault(tried, email), tried).toBeDefined();
    for (const word of common.filter((each) => /^\p{Letter}{4,}$/u.test(each)))
      expect(findPasswordFault(`${word}2026!`, email), word).toBeDefined();
  });

  test.each([
    ['five5', 'at least 6 characters'],
    ['x1'.repeat(65), 'at most 128 characters'],
    ['password', 'most common'],
    ['PassWord2026!', 'most common'],
    ['letmein', 'most common'],
    ['iloveyou', 'most common'],
    ['manchester', 'most common'],
    ['NetSuite', 'most common'],
    ['orderportal1', 'most common'],
    ['1a2s3d4f', 'most common'],
    ['Dragon99', 'most common'],
    ['p@ssw0rd', 'most common'],
    ['123456789', 'a row'],
    ['098765', 'a row'],
    ['QwertyUiop', 'a row'],
    ['zyxwvut', 'a row'],
    ['!!!!!!!!', 'repeated'],
    ['abcabcABC', 'repeated'],
    ['121212', 'repeated'],
    ['ada.lovelace', 'your email'],
    ['Ada.Lovelace1', 'your email'],
    [email, 'your email'],
  ])('%s is refused: %s', (password, reason) => {
    expect(findPasswordFault(password, email)).toContain(reason);
  });

  test.each([
    'correct horse battery',
    'portal-demo-2026',
    'pässwörter',
    'dragons eat late',
    'x7!kQp',
    '日本語のパスワード',
    `${'x1y'.repeat(42)}9!`,
  ])('%s is good enough', (password) => {
    expect(findPasswordFault(password, email)).toBeUndefined();
  });

  test('may have to be longer', () => {
    expect(findPasswordFault('x7!kQp', email, 8)).toBe('Password must be at least 8 characters long');
    expect(findPasswordFault('x7!kQpz2', email, 8)).toBeUndefined();
  });
});
