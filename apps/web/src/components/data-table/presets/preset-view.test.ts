import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { amountFilter } from '../filters/amount-filter.tsx';
import { daysFilter } from '../filters/days-filter.tsx';
import type { TableFilter } from '../filters/table-filters.ts';
import { parsePresets, readPresets } from './preset.ts';
import { fromPresetValue, toPresetValue } from './preset-view.ts';

const picked: TableFilter = { kind: daysFilter, id: 'picked', label: 'Picked' };
const total: TableFilter = { kind: amountFilter, id: 'total', label: 'Total' };

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const days = fc.oneof(
  fc.tuple(day, day).map(([one, other]) => (one < other ? `${one},${other}` : `${other},${one}`)),
  day.map((from) => `${from},`),
  day.map((to) => `,${to}`),
);

test('two days are stored as JSON with from and to, and restored unchanged', () => {
  fc.assert(
    fc.property(days, (text) => {
      const value = toPresetValue(picked, text);
      const [from, to] = text.split(',');
      expect(JSON.parse(value)).toEqual({ from, to });
      expect(fromPresetValue(picked, value)).toBe(text);
    }),
  );
});

test.each([
  ['last-30', { from: '2026-04-07', to: '' }],
  ['today', { from: '2026-05-06', to: '2026-05-06' }],
  ['last-month', { from: '2026-04-01', to: '2026-04-30' }],
])('%s is stored as JSON with from and to, and stays relative', (text, range) => {
  vi.setSystemTime('2026-05-06T12:00:00Z');
  onTestFinished(() => void vi.useRealTimers());
  const value = toPresetValue(picked, text);
  expect(JSON.parse(value)).toEqual({ ...range, relative: text });
  expect(fromPresetValue(picked, value)).toBe(text);
  // The format of earlier versions.
  expect(fromPresetValue(picked, text)).toBe(text);
});

test.each([
  [{ from: '2026-01-01T00:00:00Z', to: '2026-02-01' }, '2026-01-01,2026-02-01'],
  ['{"from":"2026-01-01"}', '2026-01-01,'],
  [['2026-01-01', null], '2026-01-01,'],
])('reads days in other formats: %j', (value, text) => {
  expect(fromPresetValue(picked, value)).toBe(text);
});

test('reads amounts in other formats', () => {
  expect(fromPresetValue(total, [1000, null])).toBe('1000,');
  expect(fromPresetValue(total, '5,10')).toBe('5,10');
});

test('any preset value produces text that can be normalized', () => {
  fc.assert(
    fc.property(fc.constantFrom(picked, total), fc.anything(), (filter, value) => {
      expect(() => filter.kind.clean(fromPresetValue(filter, value))).not.toThrow();
    }),
    { examples: [[picked, [JSON.parse('{"toString":1}')]]] },
  );
});

test('an unreadable list counts as empty', () => {
  for (const text of [undefined, '', 'null', '{', '{}', '7', '[null, 1, {}]']) expect(parsePresets(text)).toEqual([]);
});

test('any stored data produces presets that can be stored again', () => {
  const entry = fc.record(
    {
      id: fc.string(),
      name: fc.anything(),
      globalFilter: fc.anything(),
      columnFilters: fc.anything(),
      sorting: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(entry, fc.anything())), (stored) => {
      const presets = readPresets(stored);
      expect(readPresets(presets)).toEqual(presets);
    }),
  );
});
