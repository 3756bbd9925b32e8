import { parseExactJson } from '@portal/netsuite/client/exact-json';
import { z } from 'zod';
import { badRequest, type ErrorDetail, type PortalError, shorten } from '../platform/errors.ts';
import type { Column, Filter } from './definition.ts';

/** Error that states what a filter value must be. */
export class FilterProblem extends Error {}

const isDay = (text: string) => z.iso.date().safeParse(text).success && !text.startsWith('0000');
const isInstant = (text: string) =>
  z.iso.datetime({ offset: true }).safeParse(text).success && !Number.isNaN(Date.parse(text));
const number = /^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,2})?$/i;

/**
 * Parses one filter value. The web app sends text ('from,to', comma-separated names); lists, and objects with `from`
 * and `to` or `min` and `max`, are equivalent. Null: no filter.
 */
export function readFilterValue(column: Column, value: unknown): Filter | null {
  if (value === null || value === '') return null;
  switch (column.kind) {
    case 'text':
    case 'reference':
      return readContains(column, value);
    case 'choice':
      return readChoice(column, value);
    case 'number':
    case 'quantity':
      return readRange(column, readPair(value, 'min', 'max'), readNumber);
    case 'day':
      return readRange(column, readPair(value, 'from', 'to'), readDay);
    case 'instant':
    case 'accessEnd':
      return readRange(column, readPair(value, 'from', 'to'), readInstant);
  }
}

/** A name for one end of a range: 'minAmount'. */
export function readBound(column: Column, bound: 'min' | 'max', value: unknown): Filter | null {
  if (value === null || value === '') return null;
  return readRange(column, bound === 'min' ? [value, null] : [null, value], readNumber);
}

function readContains(column: Column, value: unknown): Filter | null {
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof single !== 'string' && typeof single !== 'number') throw new FilterProblem('must be text');
  const text = readText(String(single));
  return text === '' ? null : { kind: 'contains', column, text };
}

/** Search text without surrounding blanks. */
export function readText(text: string): string {
  // PostgreSQL text cannot contain this character, so no row matches.
  if (text.includes('\0')) throw new FilterProblem('must not contain a null byte');
  return text.trim();
}

function readChoice(column: Column, value: unknown): Filter | null {
  const names = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(names)) throw new FilterProblem('must be comma-joined names');
  const wanted = names.map((name) => String(name).trim().toLowerCase()).filter((name) => name !== '');
  const values = wanted.map((name) => {
    const known = column.choices?.find((choice) => choice.toLowerCase() === name);
    if (known === undefined) throw new FilterProblem(`must be among: ${column.choices?.join(', ')}`);
    return known;
  });
  return values.length === 0 ? null : { kind: 'oneOf', column, values: [...new Set(values)].sort() };
}

type End = 'from' | 'to';

function readRange(column: Column, [from, to]: [unknown, unknown], read: (text: string, end: End) => string) {
  const [first, last] = [readEnd(from, 'from', read), readEnd(to, 'to', read)];
  return first === null && last === null ? null : ({ kind: 'range', column, from: first, to: last } as const);
}

function readEnd(value: unknown, end: End, read: (text: string, end: End) => string): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string' && typeof value !== 'number') throw new FilterProblem('must be text');
  const text = String(value).trim();
  return text === '' ? null : read(text, end);
}

function readPair(value: unknown, first: string, last: string): [unknown, unknown] {
  const isJson = typeof value === 'string' && value.trimStart().startsWith('{');
  const pair = isJson ? parseJsonObject(value) : typeof value === 'string' ? value.split(',') : value;
  if (Array.isArray(pair) && pair.length === 2) return [pair[0], pair[1]];
  if (typeof pair === 'object' && pair !== null && !Array.isArray(pair)) {
    const ends = new Map<string, unknown>(Object.entries(pair));
    const areKnown = [...ends.keys()].every((key) => key === first || key === last);
    if (areKnown) return [ends.get(first), ends.get(last)];
  }
  throw new FilterProblem(`must be '${first},${last}', where one side may be empty`);
}

/** Parses a JSON object; undefined for any other text. Numbers that a double cannot represent are returned as text. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseExactJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function readNumber(text: string): string {
  if (!number.test(text)) throw new FilterProblem(`'${shorten(text, 40)}' is not a number`);
  return text;
}

function readDay(text: string): string {
  if (isDay(text)) return text;
  if (isInstant(text)) return instantText(text).slice(0, 10);
  throw new FilterProblem(`'${shorten(text, 40)}' is not a day, YYYY-MM-DD`);
}

/** A day means its first moment at the start of a range and its last moment at the end, in UTC. */
function readInstant(text: string, end: End): string {
  if (isDay(text)) return end === 'from' ? startOfDay(text) : endOfDay(text);
  if (isInstant(text)) return instantText(text);
  throw new FilterProblem(`'${shorten(text, 40)}' is neither a day, YYYY-MM-DD, nor an instant, YYYY-MM-DDThh:mm:ssZ`);
}

/** First moment of a day (YYYY-MM-DD) in UTC, with PostgreSQL's microseconds. */
export const startOfDay = (day: string) => `${day}T00:00:00.000000Z`;
/** Last moment of a day, likewise. */
export const endOfDay = (day: string) => `${day}T23:59:59.999999Z`;

function instantText(text: string): string {
  const iso = new Date(text).toISOString();
  if (!/^\d{4}-/.test(iso) || iso.startsWith('0000')) throw new FilterProblem(`'${shorten(text, 40)}' is out of range`);
  // JavaScript dates have milliseconds, PostgreSQL timestamps microseconds.
  const fraction = /\.(\d{1,6})/.exec(text)?.[1] ?? '';
  return `${iso.slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}

/** 400 for a list query: the message states the first error, the details all of them. */
export function refusedQuery(first: ErrorDetail, ...others: ErrorDetail[]): PortalError {
  return badRequest(`${first.path}: ${first.message}.`, [first, ...others]);
}
