import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignSlots } from './row-slots.ts';

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 });

test('another page of rows takes the places of the last one', () => {
  const first = assignSlots(new Map(), ['a', 'b', 'c']);
  expect([...first.values()]).toEqual([0, 1, 2]);
  expect([...assignSlots(first, ['d', 'e', 'f', 'g']).values()]).toEqual([0, 1, 2, 3]);
});

test('a row that stays keeps its place, whatever comes before it', () => {
  fc.assert(
    fc.property(ids, ids, (earlier, later) => {
      const before = assignSlots(new Map(), earlier);
      const after = assignSlots(before, later);
      expect([...after.keys()]).toEqual(later);
      for (const id of later) if (before.has(id)) expect(after.get(id)).toBe(before.get(id));
    }),
  );
});

test('no place is given twice, and none stays empty while a row needs one', () => {
  fc.assert(
    fc.property(fc.array(ids), (pages) => {
      let slots: ReadonlyMap<string, number> = new Map();
      for (const page of pages) {
        const before = slots;
        slots = assignSlots(slots, page);
        expect(new Set(slots.values()).size).toBe(page.length);
        const news = page.filter((id) => !before.has(id)).map((id) => slots.get(id) ?? 0);
        const highest = Math.max(-1, ...slots.values());
        const unused = Array.from({ length: highest + 1 }, (_, slot) => slot).filter(
          (slot) => ![...slots.values()].includes(slot),
        );
        for (const slot of unused) for (const taken of news) expect(taken).toBeLessThan(slot);
      }
    }),
  );
});
