import pg from 'pg';

const { BOOL, NUMERIC, DATE, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;

/** A value as SuiteQL answers it: always a string, dates as M/D/YYYY and without their time. */
export function formatValue(text: string, type: number): string {
  if (type === BOOL) return text === 't' ? 'T' : 'F';
  if (type === NUMERIC) return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  if (type !== DATE && type !== TIMESTAMP && type !== TIMESTAMPTZ) return text;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return `${month}/${day}/${year}`;
}
