import { expect, test } from 'vitest';
import { findOptions, toSearchable } from './combobox-list.tsx';

const options = toSearchable([
  { id: '1', label: 'Société Générale', detail: 'office@sg.example' },
  { id: '2', label: 'The General Store', detail: 'hello@store.example' },
  { id: '3', label: 'General Motors' },
  { id: '4', label: '日本 Trading' },
]);
const find = (query: string) => findOptions(options, query).map(({ id }) => id);

test.each([
  ['', ['1', '2', '3', '4']],
  ['  ', ['1', '2', '3', '4']],
  ['GENERAL', ['3', '1', '2']],
  ['générale', ['1']],
  ['store gen', ['2']],
  ['sg.example', ['1']],
  ['日本', ['4']],
  ['motors store', []],
])('%j finds %j', (query, ids) => {
  expect(find(query)).toEqual(ids);
});
