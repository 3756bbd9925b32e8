import { type RecordBody, readText } from '../values/fields.ts';

/** `{ id, refName }` of the record service, or a bare id; both null where there is none. */
export function readReference(record: RecordBody, name: string): { id: string | null; name: string | null } {
  const value = record[name];
  if (typeof value !== 'object' || value === null) return { id: readText(record, name), name: readText(record, name) };
  const id = readText(value as RecordBody, 'id');
  return { id, name: readText(value as RecordBody, 'refName') ?? id };
}

/** The rows of a sublist. */
export function readItems(record: RecordBody, sublist: string): RecordBody[] {
  return (record[sublist] as { items?: RecordBody[] } | undefined)?.items ?? [];
}
