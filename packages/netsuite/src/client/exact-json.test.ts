import { describe, expect, test } from 'vitest';
import { parseExactJson } from './exact-json.ts';

describe('parseExactJson', () => {
  test('gives numbers as numbers', () => {
    expect(parseExactJson('{"total":494.38,"items":[1,-2.5,1e3]}')).toEqual({ total: 494.38, items: [1, -2.5, 1000] });
  });

  test('gives a number beyond a double as its own text', () => {
    expect(parseExactJson('{"total":12345678901234567.89,"small":1.5}')).toEqual({
      total: '12345678901234567.89',
      small: 1.5,
    });
  });

  test('leaves long digits in texts alone', () => {
    expect(parseExactJson('{"memo":"12345678901234567890"}')).toEqual({ memo: '12345678901234567890' });
  });

  test('refuses a body that was cut off', () => {
    expect(() => parseExactJson('{"items":[{"id":"1"},{"id"')).toThrow(SyntaxError);
  });
});
