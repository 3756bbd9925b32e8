import { parseExactJson } from '../exact-json.ts';
import { NetsuiteError } from '../http/errors.ts';
import type { RecordType } from '../record-types.ts';
import { isKnownField } from '../store/check-record.ts';

/** How a record is to be answered. */
export type RecordShape = {
  /** Scheme, host and port for the links. */
  origin: string;
  expandSubResources: boolean;
  /** Only these fields; undefined for all. */
  fields: readonly string[] | undefined;
  /** Enumerations as their id alone. */
  simpleEnumFormat: boolean;
};

/** A stored body as JSON text in the requested shape. */
export function shapeRecord(type: RecordType, stored: string, shape: RecordShape): string {
  const linked = withOrigin(stored, shape.origin);
  if (shape.expandSubResources && shape.fields === undefined && !shape.simpleEnumFormat) return linked;
  const body = parseExactJson(linked) as Record<string, unknown>;
  const shaped: Record<string, unknown> = {};
  const wanted = shape.fields === undefined ? undefined : readFields(type, body, shape.fields);
  for (const [field, value] of Object.entries(body)) {
    if (wanted !== undefined && !wanted.has(field.toLowerCase())) continue;
    shaped[field] = shapeValue(type, String(body.id), field, value, shape);
  }
  return JSON.stringify(shaped);
}

/** Links are kept without a host; they get the one by which the client called. */
export function withOrigin(stored: string, origin: string): string {
  return stored.replaceAll('"href":"/services/', `"href":"${origin}/services/`);
}

function readFields(type: RecordType, body: Record<string, unknown>, names: readonly string[]): Set<string> {
  const present = new Set(Object.keys(body).map((field) => field.toLowerCase()));
  for (const name of names) {
    if (!present.has(name.toLowerCase()) && !isKnownField(type, name)) {
      const detail = `Field '${name}' does not exist on record type '${type}'.`;
      throw new NetsuiteError(400, 'NONEXISTENT_FIELD', detail, { queryParameter: 'fields' });
    }
  }
  return new Set(['links', 'id', ...names.map((name) => name.toLowerCase())]);
}

function shapeValue(type: RecordType, id: string, field: string, value: unknown, shape: RecordShape): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('items' in value && !shape.expandSubResources) {
    const href = `${shape.origin}/services/rest/record/v1/${type}/${id}/${field}`;
    return { links: [{ rel: 'self', href }] };
  }
  const isEnumeration = 'id' in value && !('links' in value);
  return shape.simpleEnumFormat && isEnumeration ? value.id : value;
}
