import { expect, test } from 'vitest';
import { createPageMemory } from './page-memory.ts';

const page = (rows: number, version = 'v') => ({
  rows: Array.from({ length: rows }, () => ({})),
  total: rows,
  version,
});

test('evicts the least recently used pages above the row limit', () => {
  const memory = createPageMemory(30);
  memory.set('a', page(10));
  memory.set('b', page(10));
  memory.set('c', page(10));
  memory.get('a');
  memory.set('d', page(10));
  expect(['a', 'b', 'c', 'd'].filter((key) => memory.get(key) !== undefined)).toEqual(['a', 'c', 'd']);
});

test('a new read replaces the cached page', () => {
  const memory = createPageMemory(30);
  memory.set('a', page(20, 'old'));
  memory.set('b', page(10));
  memory.set('a', page(15, 'new'));
  expect([memory.get('a')?.version, memory.get('b')?.version]).toEqual(['new', 'v']);
});

test('does not cache a page with more rows than the limit', () => {
  const memory = createPageMemory(30);
  memory.set('a', page(31));
  expect(memory.get('a')).toBeUndefined();
});
