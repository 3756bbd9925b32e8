import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyOf, contains, onDays, pageRows, type RowRules } from './client-rows.ts';
import type { PageRequest } from './page-request.ts';

interface Person {
  id: string;
  name: string | undefined;
  age: number | undefined;
  kind: string;
}

const rules: RowRules<Person> = {
  id: (person) => person.id,
  searched: (person) => [person.name, person.kind],
  sortKeys: { name: (person) => person.name, age: (person) => person.age },
  filters: { kind: anyOf((person) => person.kind) },
};
const kinds = ['red', 'green', 'blue'];

const people = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    name: fc.option(fc.oneof(fc.string(), fc.constantFrom('Ana', 'ana', 'Ánå', '')), { nil: undefined }),
    age: fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }),
    kind: fc.constantFrom(...kinds),
  }),
  { selector: (person) => person.id, maxLength: 60 },
);
const request = fc.record({
  limit: fc.constantFrom(10, 20, 50, 100),
  sortBy: fc.constantFrom('name', 'age'),
  sortOrder: fc.constantFrom('ASC' as const, 'DESC' as const),
  search: fc.constantFrom(undefined, 'a', 'Á', 're', ' '),
  filter: fc.option(
    fc.subarray(kinds, { minLength: 1 }).map((chosen) => JSON.stringify({ kind: chosen.join(',') })),
    { nil: undefined },
  ),
});
type Asked = Omit<PageRequest, 'page'>;

const plain: Asked = { limit: 10, sortBy: 'name', sortOrder: 'ASC', search: undefined, filter: undefined };

/** All pages, concatenated. */
function allOf(rows: readonly Person[], asked: Asked): Person[] {
  const { pages } = pageRows(rows, rules, { ...asked, page: 1 });
  return Array.from({ length: pages }, (_, index) => pageRows(rows, rules, { ...asked, page: index + 1 }).items).flat();
}

test('all pages together contain each matching row exactly once, and their number is the total', () => {
  fc.assert(
    fc.property(people, request, (rows, asked) => {
      const chosen: string | undefined = JSON.parse(asked.filter ?? '{}').kind;
      const wanted = asked.search?.toLowerCase().replace('á', 'a') ?? '';
      const simple = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
      const expected = rows.filter(
        ({ name = '', kind }) =>
          (chosen?.split(',').includes(kind) ?? true) && [name, kind].some((text) => simple(text).includes(wanted)),
      );
      const found = allOf(rows, asked);
      expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
      expect(pageRows(rows, rules, { ...asked, page: 1 }).total).toBe(expected.length);
    }),
  );
});

test('rows have the same order regardless of their source order, reversed when descending', () => {
  fc.assert(
    fc.property(people, request, (rows, asked) => {
      const up = allOf(rows, { ...asked, sortOrder: 'ASC' });
      const down = allOf(rows.toReversed(), { ...asked, sortOrder: 'DESC' });
      const given = (row: Person) =>
        row[asked.sortBy as 'name' | 'age'] !== undefined && row[asked.sortBy as 'name'] !== '';
      expect(down.filter(given)).toEqual(up.filter(given).toReversed());
      expect(down.filter((row) => !given(row))).toEqual(down.slice(down.filter(given).length));
      expect(allOf(rows.toReversed(), { ...asked, sortOrder: 'ASC' })).toEqual(up);
    }),
  );
});

test('numbers sort numerically, names ignore case and accents, and empty values come last in both directions', () => {
  const row = (id: string, name: string | undefined, age: number | undefined) => ({ id, name, age, kind: 'red' });
  const rows = [row('1', 'zoe', 10), row('2', undefined, 9), row('3', 'Émile', undefined), row('4', 'Édith', -1)];
  const ids = (asked: Partial<Asked>) => allOf(rows, { ...plain, ...asked }).map(({ id }) => id);
  expect(ids({})).toEqual(['4', '3', '1', '2']);
  expect(ids({ sortOrder: 'DESC' })).toEqual(['1', '3', '4', '2']);
  expect(ids({ sortBy: 'age' })).toEqual(['4', '2', '1', '3']);
  expect(ids({ sortBy: 'age', sortOrder: 'DESC' })).toEqual(['1', '2', '4', '3']);
});

test('a page beyond the end is empty and still returns the total', () => {
  const rows = Array.from({ length: 11 }, (_, index) => ({ id: String(index), name: 'x', age: 1, kind: 'red' }));
  expect(pageRows(rows, rules, { ...plain, page: 3 })).toEqual({
    items: [],
    total: 11,
    pages: 2,
    page: 3,
    limit: plain.limit,
  });
});

test('text search ignores case and accents; days are UTC days, both ends included', () => {
  const has = contains((text: string | undefined) => text)('ZOE');
  expect(['Zoé T.', 'zoe', 'Zo', undefined].map(has)).toEqual([true, true, false, false]);
  const day = (range: string) => onDays((instant: string | undefined) => instant)(range);
  const instants = ['2026-04-30T23:59:59Z', '2026-05-01T00:00:00Z', '2026-05-02T23:59:59Z', '2026-05-03T00:00:00Z'];
  expect(instants.map(day('2026-05-01,2026-05-02'))).toEqual([false, true, true, false]);
  expect(instants.map(day(',2026-05-01'))).toEqual([true, true, false, false]);
  expect(instants.map(day('2026-05-02,'))).toEqual([false, false, true, true]);
  expect(day(',')(undefined)).toBe(false);
});
