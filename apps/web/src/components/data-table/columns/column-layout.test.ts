import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderColumns, orderToKeep } from './column-layout.ts';

const ids = fc.constantFrom(...'abcdefghijkl');
const usual = fc.uniqueArray(ids, { minLength: 1 });
/** Possible contents of the storage: columns of other versions and roles, missing columns, duplicates. */
const wanted = fc.array(fc.oneof(ids, fc.string()));

test('every column appears exactly once, with the first one first, whatever was stored', () => {
  fc.assert(
    fc.property(usual, wanted, (columns, stored) => {
      const order = orderColumns(columns, stored);
      expect(order.toSorted()).toEqual(columns.toSorted());
      expect(order[0]).toBe(columns[0]);
    }),
  );
});

test('columns that still exist keep their stored order', () => {
  fc.assert(
    fc.property(usual, wanted, (columns, stored) => {
      const order = orderColumns(columns, stored);
      const known = [...new Set(stored)].filter((id) => columns.slice(1).includes(id));
      expect(order.filter((id) => known.includes(id))).toEqual(known);
    }),
  );
});

test('a column that is missing from the stored order follows its default neighbor', () => {
  fc.assert(
    fc.property(usual, wanted, (columns, stored) => {
      const order = orderColumns(columns, stored);
      for (const [index, id] of columns.entries()) {
        if (index > 0 && !stored.includes(id)) expect(order[order.indexOf(id) - 1]).toBe(columns[index - 1]);
      }
    }),
  );
});

test('the stored form restores the same order and is empty for the default order', () => {
  fc.assert(
    fc.property(usual, wanted, (columns, stored) => {
      const kept = orderToKeep(columns, stored);
      expect(orderColumns(columns, kept)).toEqual(orderColumns(columns, stored));
      expect(orderToKeep(columns, columns)).toEqual([]);
      expect(kept.every((id) => columns.includes(id))).toBe(true);
    }),
  );
});

test('handles a later version with one column added and one removed', () => {
  expect(orderColumns(['id', 'name', 'new', 'total'], ['id', 'total', 'gone', 'name'])).toEqual([
    'id',
    'total',
    'name',
    'new',
  ]);
});
