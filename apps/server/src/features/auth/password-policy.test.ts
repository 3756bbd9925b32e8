import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { findPasswordFault } from './password-policy.ts';

const email = 'ada.lovelace@test.example';

const leaked = dictionary['passwords-common'].filter((password) => password.length >= 6);

describe('a new password', () => {
  test('rejects more than 40,000 leaked passwords in any case', () => {
    expect(new Set(leaked).size).toBeGreaterThan(40_000);
    for (const password of leaked)
      for (const tried of [password, password.toUpperCase()])
        expect(findPasswordFault(tried, email), tried).toBeDefined();
  });

  test('rejects the most common words followed by digits and symbols', () => {
    for (const word of leaked.slice(0, 8000).filter((each) => /^\p{Letter}+$/u.test(each)))
      expect(findPasswordFault(`${word}2026!`, email), word).toBeDefined();
  });

  test.each([
    ['five5', 'at least 6 characters'],
    ['x1'.repeat(65), 'at most 128 characters'],
    ['password', 'Too common'],
    ['PassWord2026!', 'Too common'],
    ['letmein', 'Too common'],
    ['iloveyou', 'Too common'],
    ['manchester', 'Too common'],
    ['NetSuite', 'Too common'],
    ['orderportal1', 'Too common'],
    ['1a2s3d4f', 'Too common'],
    ['Dragon99', 'Too common'],
    ['p@ssw0rd', 'Too common'],
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
  ])('rejects %s: %s', (password, reason) => {
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
  ])('accepts %s', (password) => {
    expect(findPasswordFault(password, email)).toBeUndefined();
  });

  test('enforces a longer minimum', () => {
    expect(findPasswordFault('x7!kQp', email, 8)).toBe('Password must be at least 8 characters long');
    expect(findPasswordFault('x7!kQpz2', email, 8)).toBeUndefined();
  });
});
