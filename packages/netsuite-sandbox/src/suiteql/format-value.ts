import pg from 'pg';
import type { SandboxSettings } from '../settings.ts';

const { BOOL, NUMERIC, DATE, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;

/** A value as SuiteQL answers it: always a string, dates in the user's format and without their time. */
export function formatValue(text: string, type: number, dateFormat: SandboxSettings['dateFormat']): string {
  if (type === BOOL) return text === 't' ? 'T' : 'F';
  if (type === NUMERIC) return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  if (type !== DATE && type !== TIMESTAMP && type !== TIMESTAMPTZ) return text;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  const parts: Record<string, unknown> = { YYYY: year, M: month, D: day };
  return dateFormat.replaceAll(/[A-Z]+/g, (part) => String(parts[part]));
}
