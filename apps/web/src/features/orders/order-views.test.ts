import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { orderViews, readOrderViews } from './order-views.ts';

beforeEach(() => localStorage.clear());

test('the first reading writes the two views that the list comes with', () => {
  const read = readOrderViews();
  expect(read).toMatchObject([
    { name: 'Recent Orders', filters: {}, sortBy: 'createdDate', sortOrder: 'DESC', isDefault: true },
    { name: 'High Value Orders', filters: { minAmount: 1000 }, sortBy: 'total', sortOrder: 'DESC', isDefault: false },
  ]);
  expect(JSON.parse(localStorage.getItem('orderViews') ?? '')).toEqual(read);
  expect(readOrderViews()).toEqual(read);
});

test('they say what the list is to show as its address would', () => {
  expect(orderViews()).toMatchObject([
    { name: 'Recent Orders', params: { sort: '-createdDate' } },
    { name: 'High Value Orders', params: { total: '1000,', sort: '-total' } },
  ]);
});

test('views of the reader are kept; what is none is left out', () => {
  const mine = {
    id: 'x',
    name: 'Mine',
    filters: { status: 'Billed' },
    sortBy: 'total',
    sortOrder: 'ASC',
    isDefault: false,
  };
  localStorage.setItem(
    'orderViews',
    JSON.stringify([mine, null, { ...mine, name: 7 }, { ...mine, filters: [{}] }, 'x']),
  );
  expect(orderViews()).toEqual([
    { id: 'x', name: 'Mine', isDefault: false, params: { status: 'Billed', sort: 'total' } },
  ]);
});

test('whatever lies in the storage, views come out of it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (garbage) => {
      localStorage.setItem('orderViews', garbage);
      for (const { id, name } of orderViews()) {
        expect(typeof id).toBe('string');
        expect(name).not.toBe('');
      }
    }),
  );
});
