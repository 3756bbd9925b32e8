import { type Column, isReference } from './definition.ts';

/** A row in NetSuite's shape, by column id: what has no value is left out, a reference is `{ id, refName }`. */
export function toRawData(columns: readonly Column[], row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const rawData: Record<string, unknown> = {};
  for (const { id, kind, source, idSource } of columns) {
    const value = row[source] ?? null;
    const key = idSource === undefined ? null : (row[idSource] ?? null);
    if (key !== null) rawData[id] = { id: key, refName: value ?? key };
    else if (value !== null) rawData[id] = isReference(kind) ? { refName: value } : toJson(kind, value);
  }
  return rawData;
}

/** Amounts leave the database as text; up to 15 digits a JSON number is the same. */
function toJson(kind: Column['kind'], value: unknown): unknown {
  return kind === 'number' ? Number(value) : value;
}
