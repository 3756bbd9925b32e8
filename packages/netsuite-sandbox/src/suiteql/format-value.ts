import pg from 'pg';

const { BOOL, NUMERIC, DATE, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;

/** A value as SuiteQL answers it: always a string, dates in the user's format and without their time. */
export function formatValue(text: string, type: number): string {
  switch (type) {
    case BOOL:
      return text === 't' ? 'T' : 'F';
    case NUMERIC:
      return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
    case DATE:
    case TIMESTAMP:
    case TIMESTAMPTZ:
      return formatDate(text);
    default:
      return text;
  }
}

/** `2024-07-04 …` → `7/4/2024`, the account's format. */
function formatDate(text: string): string {
  const [year = '', month = '', day = ''] = text.slice(0, 10).split('-');
  return `${Number(month)}/${Number(day)}/${year}`;
}
