import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignSlots } from './row-slots.ts';

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { minLength: 1, maxLength: 20 });

test('rows take the elements of those that were in their places', () => {
  expect(assignSlots(['a', 'b', 'c'])).toEqual([0, 1, 2]);
  expect(assignSlots(['c', 'a'], { id: 'gone', slot: 1 })).toEqual([0, 1]);
});

test('the held row keeps its element wherever it goes, and no element shows two rows', () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat({ max: 30 }), (page, pick, slot) => {
      const place = pick % page.length;
      const slots = assignSlots(page, { id: page[place] ?? '', slot });
      expect(slots[place]).toBe(slot);
      expect(new Set(slots).size).toBe(page.length);
    }),
  );
});

test('beside the held row at most one other changes its element', () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat({ max: 30 }), (page, pick, slot) => {
      const slots = assignSlots(page, { id: page[pick % page.length] ?? '', slot });
      expect(slots.filter((each, place) => each !== place).length).toBeLessThanOrEqual(2);
    }),
  );
});
