import { type Column, isReference } from './definition.ts';

/**
 * Formats an amount for the API and for files: at least two decimals, no further trailing zeros, never rounded. Takes
 * the text of a PostgreSQL `numeric` or a canonical decimal: `440` becomes `440.00`, `0.1250` becomes `0.125`.
 */
export function toMoneyText(amount: string): string {
  if (/^-?\d+\.\d\d$/.test(amount)) return amount;
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** A row in NetSuite's format, by column id: empty values are omitted, a reference is `{ id, refName }`. */
export function toRawData(columns: readonly Column[], row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const rawData: Record<string, unknown> = {};
  for (const { id, kind, source, idSource } of columns) {
    const value = row[source] ?? null;
    const key = idSource === undefined ? null : (row[idSource] ?? null);
    if (key !== null) rawData[id] = { id: key, refName: value ?? key };
    else if (value !== null)
      rawData[id] = isReference(kind) ? { refName: value } : kind === 'number' ? toMoneyText(String(value)) : value;
  }
  return rawData;
}
