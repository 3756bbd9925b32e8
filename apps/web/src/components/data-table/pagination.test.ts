import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageNumbers } from './pagination.tsx';

test('matches the design', () => {
  expect(pageNumbers(1, 42)).toEqual([1, 2, 3, 'gap', 42]);
  expect(pageNumbers(7, 42)).toEqual([1, 'gap', 7, 'gap', 42]);
  expect(pageNumbers(42, 42)).toEqual([1, 'gap', 40, 41, 42]);
  expect(pageNumbers(2, 3)).toEqual([1, 2, 3]);
  expect(pageNumbers(1, 0)).toEqual([1]);
});

const position = fc
  .integer({ min: 1, max: 100_000 })
  .chain((last) => fc.tuple(fc.integer({ min: 1, max: last }), fc.constant(last)));

test('includes the first, current and last page, each page once, in ascending order', () => {
  fc.assert(
    fc.property(position, ([current, last]) => {
      const slots = pageNumbers(current, last);
      const pages = slots.filter((slot) => slot !== 'gap');
      expect(pages[0]).toBe(1);
      expect(pages.at(-1)).toBe(last);
      expect(pages).toContain(current);
      expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
    }),
  );
});

test('shows a gap exactly where two or more pages are omitted', () => {
  fc.assert(
    fc.property(position, ([current, last]) => {
      const slots = pageNumbers(current, last);
      slots.forEach((slot, index) => {
        const before = slots[index - 1];
        const after = slots[index + 1];
        if (slot !== 'gap') {
          if (typeof before === 'number') expect(slot - before).toBe(1);
          return;
        }
        expect(typeof before === 'number' && typeof after === 'number' && after - before).toBeGreaterThan(2);
      });
    }),
  );
});

test('keeps the same number of slots on every page', () => {
  fc.assert(
    fc.property(position, ([current, last]) => {
      expect(pageNumbers(current, last)).toHaveLength(Math.min(last, 5));
    }),
  );
});

test('clamps a page that is out of range', () => {
  expect(pageNumbers(99, 42)).toEqual(pageNumbers(42, 42));
  expect(pageNumbers(-3, 42)).toEqual(pageNumbers(1, 42));
});
