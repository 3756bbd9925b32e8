import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile, type Sql, sql } from '../platform/sql.ts';
import type { ListDefinition, ListRequest, ListSource } from './definition.ts';
import { nearestPageWindow, planList } from './plan.ts';
import { manyRows } from './statements.ts';

const name = { id: 'name', kind: 'text', source: 'name' } as const;
const price = { id: 'price', kind: 'number', source: 'price' } as const;
const definition: ListDefinition = {
  table: 'things',
  columns: [name, price],
  aliases: {},
  defaultSort: { column: 'price', order: 'DESC' },
  search: {
    find: (term) => [sql`by_number(${term})`, sql`by_name(${term})`],
    test: (term) => sql`holds(${term})`,
    count: { rows: sql`rows()`, atLeast: (term) => sql`some(${term})`, exactly: (term) => sql`exactly(${term})` },
  },
};
const source: ListSource = {
  definition,
  within: null,
  isIndexed: () => true,
  lookUpTotal: (filters) => (filters.length === 0 ? { statement: sql`select 7 as list_total` } : null),
  version: sql`select 'v'`,
};
const request: ListRequest = { page: 1, limit: 10, sort: { column: price, order: 'DESC' }, search: null, filters: [] };
const cheap = { kind: 'range', column: price, from: null, to: '5' } as const;
const named = { kind: 'contains', column: name, text: 'x' } as const;

const text = (statement: Sql) => compile(statement).text;

describe('list plans', () => {
  test('first pages: one statement with a known total', () => {
    expect(planList(source, request).kind).toBe('unfilteredNearStart');
    expect(planList(source, { ...request, page: 20 }).kind).toBe('unfilteredNearStart');
  });

  test('far from the beginning, or without an index for the sort column: total first', () => {
    expect(planList(source, { ...request, page: 21 }).kind).toBe('totalKnown');
    expect(planList({ ...source, isIndexed: () => false }, request).kind).toBe('totalKnown');
  });

  test('unknown total: sorts all rows', () => {
    expect(planList(source, { ...request, filters: [cheap] }).kind).toBe('totalUnknown');
    expect(planList(source, { ...request, search: 'x' }).kind).toBe('totalUnknown');
    expect(planList({ ...source, lookUpTotal: () => null }, request).kind).toBe('totalUnknown');
  });

  test('a search without filters is skipped if too many hits are known, and has its own count', () => {
    const plan = planList(source, { ...request, search: 'x' });
    if (plan.kind !== 'totalUnknown') throw new Error(plan.kind);
    expect(text(plan.steps.sortAll({ limit: 10, offset: 0, backwards: false }, null))).toContain('some($2)');
    expect(text(plan.count)).toBe('exactly($1)');
  });

  test('search, filters and scope: combines each disjunct of the search with all other conditions', () => {
    const plan = planList({ ...source, within: sql`mine` }, { ...request, search: 'x', filters: [cheap] });
    if (plan.kind !== 'totalUnknown') throw new Error(plan.kind);
    expect(text(plan.count)).toBe(
      'select (select count(*) from things where mine and price <= $1 and by_number($2)) + ' +
        '(select count(*) from things where mine and price <= $3 and by_name($4))',
    );
  });

  test('combines the disjuncts of filters to twelve alternatives at most, and tests the other filters in each', () => {
    const found = { ...name, find: () => [sql`one()`, sql`two()`, sql`three()`] };
    const filters = Array.from(
      { length: 20 },
      (_, index) => ({ kind: 'contains', column: found, text: `${index}` }) as const,
    );
    const plan = planList(source, { ...request, search: 'x', filters });
    if (plan.kind !== 'totalUnknown') throw new Error(plan.kind);
    const alternatives = text(plan.count).split(' + ');
    expect(alternatives).toHaveLength(6);
    expect(
      new Set(
        alternatives.map((one) =>
          one
            .match(/(one|two|three)\(\).*(by_\w+)/)
            ?.slice(1)
            .join(),
        ),
      ),
    ).toHaveLength(6);
    for (const alternative of alternatives) expect(alternative.match(/ like /g)).toHaveLength(19);
  });

  test('during an index scan, only the scope and the sort column may choose the index', () => {
    const filters = [cheap, named];
    const plan = planList({ ...source, within: sql`mine` }, { ...request, search: 'x', filters });
    if (plan.kind !== 'totalUnknown') throw new Error(plan.kind);
    const scan = text(plan.steps.indexScan({ limit: 10, offset: 0, backwards: false }, sql`7`, null, 500));
    expect(scan).toContain('where mine and price <= $3\n');
    expect(scan).toContain(
      'case when lower(name collate "und-x-icu") like (select lower($1 collate "und-x-icu")) and holds($2) then true else false end as is_hit',
    );
  });
});

test('a page window counted from either end has the same rows', () => {
  const place = fc.oneof(fc.constantFrom('last', 'past the end'), fc.double({ min: 0, max: 1, noNaN: true }));
  fc.assert(
    fc.property(fc.nat(3 * manyRows), fc.integer({ min: 1, max: 100 }), place, (total, limit, at) => {
      const pages = Math.max(1, Math.ceil(total / limit));
      const page = at === 'last' ? pages : at === 'past the end' ? pages + 1 : 1 + Math.floor(at * (pages - 1));
      const rows = Array.from({ length: total }, (_, index) => index);
      const window = nearestPageWindow({ page, limit }, total);
      const read = (window.backwards ? rows.toReversed() : rows).slice(window.offset, window.offset + window.limit);
      expect(window.backwards ? read.toReversed() : read).toEqual(rows.slice((page - 1) * limit, page * limit));
      expect(window.offset).toBeGreaterThanOrEqual(0);
      if (window.limit > 0) expect(window.offset).toBeLessThanOrEqual(total / 2);
    }),
  );
});
