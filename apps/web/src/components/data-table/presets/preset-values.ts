import { daysText, readDays, resolveDays, utcToday } from '../filters/day-ranges.ts';
import type { TableFilter } from '../filters/table-filters.ts';
import { isRecord } from './preset.ts';

/**
 * Converts a filter's text to the value that a preset stores. Days are JSON with from and to; a relative range also has
 * its name, so that it stays relative.
 */
export function toPresetValue(filter: TableFilter, text: string): string {
  if (filter.kind !== 'days') return text;
  const range = readDays(text);
  return JSON.stringify('relative' in range ? { ...resolveDays(text, utcToday()), ...range } : range);
}

/** Filter text of a preset value in our format or another client's; empty if it is invalid. */
export function fromPresetValue(filter: TableFilter, value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(',');
  if (filter.kind !== 'days' || typeof value === 'number') return plainText(value);
  const range = typeof value === 'string' ? parse(value) : value;
  if (!isRecord(range)) return typeof value === 'string' ? value : '';
  const named = readDays(plainText(range.relative));
  return 'relative' in named ? named.relative : daysText(dayIn(range.from), dayIn(range.to));
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Other clients may store a timestamp: only its day is used. */
function dayIn(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 10) : '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
