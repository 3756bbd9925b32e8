import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFilter } from './amount-filter.tsx';
import { daysFilter } from './days-filter.tsx';
import { optionsFilter } from './options-filter.tsx';
import { linkFilter, serverFilter, type TableFilter } from './table-filters.ts';
import { textFilter } from './text-filter.tsx';

const status: TableFilter = { kind: optionsFilter(['Billed', 'Closed']), id: 'status', label: 'Status' };
const created: TableFilter = { kind: daysFilter, id: 'createdDate', label: 'Created', serverKey: 'createData' };
const total: TableFilter = { kind: amountFilter, id: 'total', label: 'Total' };
const memo: TableFilter = { kind: textFilter, id: 'memo', label: 'BOL In #' };
const assignment: TableFilter = {
  kind: linkFilter('in one message', /^[0-9a-f-]{36}$/),
  id: 'assignment',
  label: 'Assigned to you',
};

test('sends the server JSON with its own keys, or nothing if no filter is active', () => {
  const values = { status: 'Billed,Closed', createdDate: '2026-01-01,' };
  expect(JSON.parse(serverFilter([status, created], values, '2026-05-06') ?? '')).toEqual({
    status: 'Billed,Closed',
    createData: '2026-01-01,',
  });
  expect(serverFilter([status, created], {}, '2026-05-06')).toBeUndefined();
});

test('a relative range ends today, inclusive, and moves with the calendar', () => {
  const from = (today: string) =>
    JSON.parse(serverFilter([created], { createdDate: 'last-7' }, today) ?? '').createData;
  expect(from('2026-05-06')).toBe('2026-04-30,');
  expect(from('2026-05-07')).toBe('2026-05-01,');
  expect(from('2024-03-03')).toBe('2024-02-26,');
});

test('sends each kind of filter in its own format under its own key', () => {
  const values = { total: '1000,', memo: 'dock 4', assignment: '0b0e7a1c-0000-4000-8000-000000000000' };
  expect(JSON.parse(serverFilter([total, memo, assignment], values, '2026-05-06') ?? '')).toEqual(values);
});

test('normalization is idempotent', () => {
  const filters = fc.constantFrom(status, created, total, memo, assignment);
  fc.assert(
    fc.property(filters, fc.oneof(fc.string(), fc.string({ minLength: 190, maxLength: 230 })), ({ kind }, text) => {
      const clean = kind.clean(text);
      if (clean !== undefined) expect(kind.clean(clean)).toBe(clean);
    }),
  );
});
