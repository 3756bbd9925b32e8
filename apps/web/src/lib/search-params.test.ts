import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

test('any text survives a round trip through an address', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' })), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
    }),
  );
});

test('text that looks like a number stays text, and lists stay readable', () => {
  expect(parseSearch('?order=007&page=2')).toEqual({ order: '007', page: '2' });
  expect(stringifySearch({ order: '10248', status: 'Billed,Closed', tab: undefined })).toBe(
    '?order=10248&status=Billed,Closed',
  );
  expect(stringifySearch({})).toBe('');
});
