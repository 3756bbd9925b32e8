import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderColumns, orderToKeep } from './column-order.ts';

const ids = fc.constantFrom(...'abcdefghijkl');
const usual = fc.uniqueArray(ids, { minLength: 1 });
/** What lies in a storage: columns of other versions and roles, some missing, some twice. */
const wanted = fc.array(fc.oneof(ids, fc.string()));

test('whatever was stored, every column stands there once, and the first one first', () => {
  fc.assert(
    fc.property(usual, wanted, (columns, stored) => {
      const order = orderColumns(columns, stored);
      expect(order.toSorted()).toEqual(columns.toSorted());
      expect(order[0]).toBe(columns[0]);
    }),
  );
});

test('the columns that are still there keep the order they were given', () => {
  fc.assert(
    fc.property(usual, wanted, (columns, stored) => {
      const order = orderColumns(columns, stored);
      const known = [...new Set(stored)].filter((id) => columns.slice(1).includes(id));
      expect(order.filter((id) => known.includes(id))).toEqual(known);
    }),
  );
});

test('a column that the stored order does not know follows its usual neighbour', () => {
  fc.assert(
    fc.property(usual, wanted, (columns, stored) => {
      const order = orderColumns(columns, stored);
      for (const [index, id] of columns.entries()) {
        if (index > 0 && !stored.includes(id)) expect(order[order.indexOf(id) - 1]).toBe(columns[index - 1]);
      }
    }),
  );
});

test('what is kept says the same again, and nothing where it is the usual order', () => {
  fc.assert(
    fc.property(usual, wanted, (columns, stored) => {
      const kept = orderToKeep(columns, stored);
      expect(orderColumns(columns, kept)).toEqual(orderColumns(columns, stored));
      expect(orderToKeep(columns, columns)).toEqual([]);
      expect(kept.every((id) => columns.includes(id))).toBe(true);
    }),
  );
});

test('a later version with one column more and one less', () => {
  expect(orderColumns(['id', 'name', 'new', 'total'], ['id', 'total', 'gone', 'name'])).toEqual([
    'id',
    'total',
    'name',
    'new',
  ]);
});
