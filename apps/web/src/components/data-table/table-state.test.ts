import { MAX_SEARCH_LENGTH } from '@portal/contract/values';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysFilter } from './filters/days-filter.tsx';
import { optionsFilter } from './filters/options-filter.tsx';
import type { TableFilter } from './filters/table-filters.ts';
import { changeState, nextSort, pageSizes, readTableState, type TableRules, tableParams } from './table-state.ts';

const filters: readonly TableFilter[] = [
  { kind: optionsFilter(['Pending Approval', 'Billed', 'Closed']), id: 'status', label: 'Status' },
  { kind: daysFilter, id: 'createdDate', label: 'Created', serverKey: 'createData' },
];
const rules: TableRules = { sortable: ['tranId', 'total'], filters };
const plain = { page: 1, limit: 10, sort: undefined, search: '', filters: {} };

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const days = fc
  .tuple(fc.option(day, { nil: '' }), fc.option(day, { nil: '' }))
  .filter(([from, to]) => from !== '' || to !== '')
  .map(([from, to]) => (from !== '' && to !== '' && from > to ? `${to},${from}` : `${from},${to}`));
const status = fc
  .subarray(['Pending Approval', 'Billed', 'Closed'], { minLength: 1 })
  .map((chosen) => chosen.join(','));

const state = fc.record({
  page: fc.integer({ min: 1, max: 100_000_000 }),
  limit: fc.constantFrom(...pageSizes),
  sort: fc.option(fc.record({ id: fc.constantFrom('tranId', 'total'), descending: fc.boolean() }), { nil: undefined }),
  search: fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.trim().slice(0, MAX_SEARCH_LENGTH)),
  filters: fc.record(
    {
      status,
      createdDate: fc.oneof(
        days,
        fc.integer({ min: 1, max: 9999 }).map((count) => `last-${count}`),
      ),
    },
    { requiredKeys: [] },
  ),
});

test('a state is unchanged after a round trip through an address', () => {
  fc.assert(
    fc.property(state, (original) => {
      const address = new URLSearchParams(tableParams(original)).toString();
      expect(readTableState(Object.fromEntries(new URLSearchParams(address)), rules)).toEqual(original);
    }),
  );
});

test('any address produces a state that round-trips', () => {
  const names = fc.constantFrom('page', 'limit', 'sort', 'search', 'status', 'createdDate', 'other');
  const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
  fc.assert(
    fc.property(fc.dictionary(names, value), (params) => {
      const read = readTableState(params, rules);
      expect(readTableState(tableParams(read), rules)).toEqual(read);
    }),
  );
});

test('an address without parameters is the default state, and vice versa', () => {
  expect(readTableState({}, rules)).toEqual(plain);
  expect(tableParams(plain)).toEqual({});
});

test.each([
  [{ page: '0' }],
  [{ page: '-2' }],
  [{ page: '1.5' }],
  [{ page: 'two' }],
  [{ limit: '11' }],
  [{ sort: 'password' }],
  [{ sort: '-' }],
  [{ status: 'Missing' }],
  [{ createdDate: '2026-02-30,' }],
  [{ createdDate: 'yesterday' }],
  [{ createdDate: 'last-0' }],
  [{ unknown: 'x' }],
])('ignores invalid parameters: %o', (params) => {
  expect(readTableState(params, rules)).toEqual(plain);
});

test('normalizes filters: options in order and without duplicates, days in ascending order', () => {
  const { filters: read } = readTableState(
    { status: 'Closed,Billed,Closed,x', createdDate: '2026-03-01,2026-01-01' },
    rules,
  );
  expect(read).toEqual({ status: 'Billed,Closed', createdDate: '2026-01-01,2026-03-01' });
});

test('a search keeps its digits and leading zeros', () => {
  expect(readTableState({ search: '007' }, rules).search).toBe('007');
});

test('any change of the rows returns to page 1', () => {
  const third = { ...plain, page: 3 };
  expect(changeState(third, { limit: 50 })).toEqual({ ...plain, limit: 50 });
  expect(changeState(third, { search: 'x' }).page).toBe(1);
  expect(changeState(third, { page: 4 }).page).toBe(4);
});

const own = { id: 'total', descending: true };

test('a header sorts ascending, descending, and then by default', () => {
  const up = nextSort('tranId', undefined, own);
  expect(up).toEqual({ id: 'tranId', descending: false });
  const down = nextSort('tranId', up, own);
  expect(down).toEqual({ id: 'tranId', descending: true });
  expect(nextSort('tranId', down, own)).toBeUndefined();
});

test('the header of the default sort column toggles the direction', () => {
  const up = nextSort('total', undefined, own);
  expect(up).toEqual({ id: 'total', descending: false });
  expect(nextSort('total', up, own)).toBeUndefined();
});
