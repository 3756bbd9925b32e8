import type { ListQuery } from '@portal/contract/listing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PortalError } from '../platform/errors.ts';
import { sql } from '../platform/sql.ts';
import type { Filter, ListDefinition, ListRequest } from './definition.ts';
import { parseListQuery } from './parse-list-query.ts';

const definition: ListDefinition = {
  table: 'things',
  columns: [
    { id: 'name', kind: 'text', source: 'name' },
    { id: 'owner', kind: 'reference', source: 'owner_name', idSource: 'owner_id' },
    { id: 'state', kind: 'choice', source: 'state', choices: ['Open', 'Half Done', 'Done'] },
    { id: 'price', kind: 'number', source: 'price' },
    { id: 'due', kind: 'day', source: 'due' },
    { id: 'made', kind: 'instant', source: 'made' },
    { id: 'address', kind: 'text', source: 'address', sortExpression: null },
  ],
  aliases: { madeAt: { column: 'made' }, minPrice: { column: 'price', bound: 'min' } },
  defaultSort: { column: 'made', order: 'DESC' },
  search: { find: () => [sql`true`], test: () => sql`true` },
};

function parse(query: Partial<ListQuery>, contains: Record<string, string> = {}): ListRequest {
  return parseListQuery(definition, { page: 1, limit: 10, ...query }, contains);
}

function filterBy(filter: unknown): readonly (Omit<Filter, 'column'> & { column: string })[] {
  return parse({ filter: JSON.stringify(filter) }).filters.map((found) => ({ ...found, column: found.column.id }));
}

function refusal(query: Partial<ListQuery>, contains: Record<string, string> = {}) {
  try {
    parse(query, contains);
  } catch (error) {
    if (error instanceof PortalError) return error;
    throw error;
  }
  throw new Error('The query was accepted.');
}

describe('sorting', () => {
  test('uses the default column if none is requested', () => {
    const { sort } = parse({});
    expect([sort.column.id, sort.order]).toEqual(['made', 'DESC']);
  });

  test.each(['owner', 'owner.refName'])('%s means the reference', (sortBy) => {
    const { sort } = parse({ sortBy, sortOrder: 'DESC' });
    expect([sort.column.id, sort.order]).toEqual(['owner', 'DESC']);
  });

  test('is ascending by default', () => {
    expect(parse({ sortBy: 'price' }).sort.order).toBe('ASC');
  });

  test.each(['nothing', 'name.refName', 'address', 'constructor', '__proto__', 'made '])(
    'by %s is refused',
    (sortBy) => {
      expect(refusal({ sortBy })).toMatchObject({
        status: 400,
        details: [{ path: 'sortBy', message: `there is no column '${sortBy}' to sort by` }],
      });
    },
  );
});

describe('a range filter', () => {
  const madeIn2024 = [
    { kind: 'range', column: 'made', from: '2024-01-01T00:00:00.000000Z', to: '2024-12-31T23:59:59.999999Z' },
  ];

  test.each([
    ['text', { made: '2024-01-01,2024-12-31' }],
    ['an alias', { madeAt: '2024-01-01,2024-12-31' }],
    ['a list', { made: ['2024-01-01', '2024-12-31'] }],
    ['an object', { made: { from: '2024-01-01', to: '2024-12-31' } }],
    ['JSON within the text', { made: '{"from":"2024-01-01","to":"2024-12-31"}' }],
    ['instants', { made: '2024-01-01T01:00:00+01:00,2024-12-31T23:59:59.999999Z' }],
  ])('accepts %s', (_, filter) => {
    expect(filterBy(filter)).toEqual(madeIn2024);
  });

  test('may be open at either end; open at both ends it is no filter', () => {
    expect(filterBy({ made: ',2024-12-31' })).toEqual([{ ...madeIn2024[0], from: null }]);
    expect(filterBy({ made: { from: '2024-01-01', to: null } })).toEqual([{ ...madeIn2024[0], to: null }]);
    expect(filterBy({ made: ',', due: '', price: null, state: [] })).toEqual([]);
  });

  test('preserves numbers and days exactly', () => {
    expect(filterBy({ price: '-1.50,2e3', due: '2024-02-29,' })).toEqual([
      { kind: 'range', column: 'price', from: '-1.50', to: '2e3' },
      { kind: 'range', column: 'due', from: '2024-02-29', to: null },
    ]);
  });

  test('has one end if the name says so', () => {
    expect(filterBy({ minPrice: 1000 })).toEqual([{ kind: 'range', column: 'price', from: '1000', to: null }]);
  });

  test.each([
    { made: '2024-13-01,' },
    { made: '2023-02-29,' },
    { made: '0000-01-01,' },
    { made: '2024-01-01' },
    { made: '2024-01-01,2024-01-02,2024-01-03' },
    { made: '2024-01-01T10:00:00,' },
    { made: { from: '2024-01-01', until: '2024-01-02' } },
    { made: '{"from":' },
    { due: 'yesterday,' },
    { price: 'abc,' },
    { price: 'NaN,' },
    { price: 'Infinity,' },
    { price: '1' },
    { price: { min: [1] } },
    { minPrice: '1,2' },
  ])('rejects %j', (filter) => {
    const [key] = Object.keys(filter);
    const { status, details, message } = refusal({ filter: JSON.stringify(filter) });
    expect(status).toBe(400);
    expect(details?.map(({ path }) => path)).toEqual([`filter.${key}`]);
    expect(message).toContain(`filter.${key}`);
  });
});

test('rejects more filters than there are columns, with one problem', () => {
  const filter = JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`column${index}`, 'x'])));
  expect(refusal({ filter }).details).toEqual([{ path: 'filter', message: 'must name at most 100 columns' }]);
});

describe('a choice filter', () => {
  test.each(['Done,half done', ' Half Done , Done,', ['Done', 'Half Done', 'Done']])(
    '%j selects two values',
    (state) => {
      expect(filterBy({ state, 'state.refName': 'Open' })).toEqual([
        { kind: 'oneOf', column: 'state', values: ['Done', 'Half Done'] },
        { kind: 'oneOf', column: 'state', values: ['Open'] },
      ]);
    },
  );

  test.each(['Missing', 'Done;Open', 7, { from: 'Done' }])('rejects %j', (state) => {
    expect(refusal({ filter: JSON.stringify({ state }) }).details?.[0]?.path).toBe('filter.state');
  });
});

describe('a text filter', () => {
  test('is trimmed in every part of the query', () => {
    const { filters, search } = parse({ filter: '{"name":" a b ","address":["x"]}', search: ' c ' }, { owner: 'd' });
    expect(search).toBe('c');
    expect(filters.map((filter) => (filter.kind === 'contains' ? filter.text : null))).toEqual(['a b', 'x', 'd']);
  });

  test('is ignored if blank', () => {
    expect(parse({ filter: '{"name":"  "}', search: ' ', sortBy: '' }, { owner: '' })).toMatchObject({
      filters: [],
      search: null,
    });
  });

  test('is rejected if PostgreSQL cannot store it, in every part of the query', () => {
    const { details } = refusal({ search: 'a\0', filter: '{"name":"\\u0000"}' }, { owner: '\0' });
    expect(details?.map(({ path }) => path)).toEqual(['search', 'filter.name', 'owner']);
    expect(refusal({ search: 'a\x1fb' }).details?.[0]?.path).toBe('search');
  });
});

test.each(['[]', 'null', '7', '"a"', '{', ''.padEnd(3, '['), 'undefined'])('ignores the filter %s', (filter) => {
  expect(refusal({ filter })).toMatchObject({
    status: 400,
    details: [{ path: 'filter', message: 'must be a JSON object of column ids and values' }],
  });
});

test('rejects unknown filters by name, all at once', () => {
  const { details } = refusal({ filter: '{"nothing":"1","constructor":"2","__proto__":"3"}', sortBy: 'no' });
  expect(details?.map(({ path }) => path)).toEqual([
    'sortBy',
    'filter.nothing',
    'filter.constructor',
    'filter.__proto__',
  ]);
});

test('any input is either parsed to valid parts of the list or rejected with reasons', () => {
  const ids = fc.constantFrom(...definition.columns.map(({ id }) => id), 'owner.refName', 'madeAt', 'minPrice');
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string(),
    fc.tuple(fc.date(), fc.date()).map((dates) => dates.map((date) => (Number.isNaN(+date) ? '' : date.toISOString()))),
    fc.tuple(fc.float(), fc.float()).map((numbers) => numbers.join(',')),
  );
  const filter = fc.oneof(
    fc.string(),
    fc.dictionary(fc.oneof(ids, fc.string()), value).map((given) => JSON.stringify(given)),
  );
  fc.assert(
    fc.property(filter, fc.string(), fc.oneof(ids, fc.string()), (given, search, sortBy) => {
      try {
        const request = parse({ filter: given, search, sortBy });
        const columns = [request.sort.column, ...request.filters.map(({ column }) => column)];
        expect(columns.every((column) => definition.columns.includes(column))).toBe(true);
      } catch (error) {
        if (!(error instanceof PortalError)) throw error;
        expect(error.status).toBe(400);
        expect(error.details?.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 1000 },
  );
});
