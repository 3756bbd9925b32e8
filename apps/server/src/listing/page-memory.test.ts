import { expect, test } from 'vitest';
import { createPageMemory } from './page-memory.ts';

const page = (rows: number, version = 'v') => ({
  rows: Array.from({ length: rows }, () => ({})),
  total: rows,
  version,
});

test('pages are kept until there are too many rows; what was used last is forgotten last', () => {
  const memory = createPageMemory(30);
  memory.set('a', page(10));
  memory.set('b', page(10));
  memory.set('c', page(10));
  memory.get('a');
  memory.set('d', page(10));
  expect(['a', 'b', 'c', 'd'].filter((key) => memory.get(key) !== undefined)).toEqual(['a', 'c', 'd']);
});

test('a page read anew takes the place of the old one', () => {
  const memory = createPageMemory(30);
  memory.set('a', page(20, 'old'));
  memory.set('b', page(10));
  memory.set('a', page(15, 'new'));
  expect([memory.get('a')?.version, memory.get('b')?.version]).toEqual(['new', 'v']);
});

test('a page of more rows than are kept is not kept', () => {
  const memory = createPageMemory(30);
  memory.set('a', page(31));
  expect(memory.get('a')).toBeUndefined();
});
