import { daysText, readDays, resolveDays, utcToday } from '../filters/day-ranges.ts';
import type { TableFilter } from '../filters/table-filters.ts';
import { isRecord } from './preset.ts';

/**
 * A filter's text as a preset keeps it. Days are JSON with from and to; a range that moves on with the calendar has its
 * name beside them, by which it stays relative.
 */
export function toPresetValue(filter: TableFilter, text: string): string {
  if (filter.kind !== 'days') return text;
  const range = readDays(text);
  return JSON.stringify('relative' in range ? { ...resolveDays(text, utcToday()), ...range } : range);
}

/** The text of what a preset keeps of a filter, ours or as others write it; nothing where it makes no sense. */
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

/** Others may keep an instant: its day counts. */
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
