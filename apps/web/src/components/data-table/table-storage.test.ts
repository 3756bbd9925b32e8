import { beforeEach, expect, test } from 'vitest';
import { readStoredTable, storeTable } from './table-storage.ts';

beforeEach(() => localStorage.clear());

const beSomebody = (id: string) => localStorage.setItem('user', JSON.stringify({ id, groups: ['member'] }));

test('another user of this browser does not see the previous user’s search', () => {
  beSomebody('ada');
  storeTable('orders', { params: { search: 'SO11' } });
  storeTable('orders', { columns: { memo: false } });
  expect(readStoredTable('orders')).toEqual({ params: { search: 'SO11' }, columns: { memo: false }, order: [] });
  beSomebody('gus');
  expect(readStoredTable('orders')).toEqual({ params: {}, columns: {}, order: [] });
  beSomebody('ada');
  expect(readStoredTable('orders').params).toEqual({ search: 'SO11' });
});

test('ignores data without a user, stored by an earlier version', () => {
  beSomebody('ada');
  localStorage.setItem('table-orders', JSON.stringify({ params: { sort: '-total' }, columns: {}, order: ['total'] }));
  expect(readStoredTable('orders')).toMatchObject({ params: { sort: '-total' }, order: ['total'] });
});
