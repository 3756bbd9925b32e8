import { beforeEach, expect, test } from 'vitest';
import { readStoredTable, storeTable } from './table-storage.ts';

beforeEach(() => localStorage.clear());

const beSomebody = (id: string) => localStorage.setItem('user', JSON.stringify({ id, groups: ['member'] }));

test('what one looked for is not what the next person at this browser sees', () => {
  beSomebody('ada');
  storeTable('orders', { params: { search: 'SO11' } });
  storeTable('orders', { columns: { memo: false } });
  expect(readStoredTable('orders')).toEqual({ params: { search: 'SO11' }, columns: { memo: false }, order: [] });
  beSomebody('gus');
  expect(readStoredTable('orders')).toEqual({ params: {}, columns: {}, order: [] });
  beSomebody('ada');
  expect(readStoredTable('orders').params).toEqual({ search: 'SO11' });
});

test('what says of nobody whose it is was kept by a version before', () => {
  beSomebody('ada');
  localStorage.setItem('table-orders', JSON.stringify({ params: { sort: '-total' }, columns: {}, order: ['total'] }));
  expect(readStoredTable('orders')).toMatchObject({ params: { sort: '-total' }, order: ['total'] });
});
