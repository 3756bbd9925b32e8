import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { orderViews, readOrCreateOrderViews } from './order-views.ts';

beforeEach(() => localStorage.clear());

test('stores the two default views on the first read', () => {
  const read = readOrCreateOrderViews();
  expect(read).toMatchObject([
    { name: 'Recent Orders', filters: {}, sortBy: 'createdDate', sortOrder: 'DESC', isDefault: true },
    { name: 'High Value Orders', filters: { minAmount: 1000 }, sortBy: 'total', sortOrder: 'DESC', isDefault: false },
  ]);
  expect(JSON.parse(localStorage.getItem('orderViews') ?? '')).toEqual(read);
  expect(readOrCreateOrderViews()).toEqual(read);
});

test('converts views to the URL parameters that the list uses', () => {
  expect(orderViews()).toMatchObject([
    { name: 'Recent Orders', params: { sort: '-createdDate' } },
    { name: 'High Value Orders', params: { total: '1000,', sort: '-total' } },
  ]);
});

test("keeps the user's views and drops invalid ones", () => {
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

test('returns valid views for any stored text', () => {
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
