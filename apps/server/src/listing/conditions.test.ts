import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containingRoughly } from './conditions.ts';

const patternOf = (text: string) => containingRoughly(text)?.values[0];

/** Whether a text matches a pattern of `like` without escaped characters. */
function matches(text: string, pattern: string): boolean {
  return new RegExp(`^${pattern.split('%').join('.*')}$`, 'is').test(text);
}

describe('the rough pattern of a text', () => {
  test.each([
    ['INV1456789', '%V14%56789%'],
    ['so45678', '%o45678%'],
    ['so456789', '%o45%6789%'],
    ['1Z999AA13344568913', '%A13%68913%'],
    ['77183344568913', '%568913%'],
    ['granitehilllogistics', '%gra%istics%'],
  ])('of %s is %s, which few rows match', (text, pattern) => {
    expect(patternOf(text)).toBe(pattern);
  });

  test.each(['so4567', '494382', 'granite', 'é-1456789é'])('does not exist for %s', (text) => {
    expect(patternOf(text)).toBeUndefined();
  });

  test('matches wherever the text is contained', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9]{0,12}$/);
    const term = fc.stringMatching(/^[a-zA-Z]{0,6}[0-9]{0,8}[a-z0-9]{0,8}$/);
    fc.assert(
      fc.property(word, term, word, (before, text, after) => {
        const pattern = patternOf(text);
        return pattern === undefined || matches(`${before}${text}${after}`, String(pattern));
      }),
      { numRuns: 500 },
    );
  });
});
