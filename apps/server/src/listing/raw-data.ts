import { type Column, isReference } from './definition.ts';
import { toMoneyText } from './money-text.ts';

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
