import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignSlots } from './row-slots.ts';

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { minLength: 1, maxLength: 20 });

test('rows reuse the elements of the rows that were in their positions', () => {
  expect(assignSlots(['a', 'b', 'c'])).toEqual([0, 1, 2]);
  expect(assignSlots(['c', 'a'], { id: 'gone', slot: 1 })).toEqual([0, 1]);
});

test('the held row keeps its element at any position, and no element shows two rows', () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat({ max: 30 }), (page, pick, slot) => {
      const place = pick % page.length;
      const slots = assignSlots(page, { id: page[place] ?? '', slot });
      expect(slots[place]).toBe(slot);
      expect(new Set(slots).size).toBe(page.length);
    }),
  );
});

test('besides the held row, at most one other row changes its element', () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat({ max: 30 }), (page, pick, slot) => {
      const slots = assignSlots(page, { id: page[pick % page.length] ?? '', slot });
      expect(slots.filter((each, place) => each !== place).length).toBeLessThanOrEqual(2);
    }),
  );
});
