import { parseExactJson } from '../exact-json.ts';
import { NetsuiteError } from '../http/errors.ts';
import { columnsOf, type RecordType } from '../records.ts';
import type { SandboxSettings } from '../settings.ts';

/** How a record is to be answered. */
export type RecordShape = {
  /** Scheme, host and port for the links. */
  origin: string;
  expandSubResources: boolean;
  /** Only these fields; undefined for all. */
  fields: readonly string[] | undefined;
};

/** A stored body as JSON text in the requested shape, without the fields of features that the account lacks. */
export function shapeRecord(
  type: RecordType,
  stored: string,
  shape: RecordShape,
  { features }: SandboxSettings,
): string {
  const linked = withOrigin(stored, shape.origin);
  const missing = columnsOf(type).filter(({ feature }) => feature !== undefined && !features[feature]);
  if (shape.expandSubResources && shape.fields === undefined && missing.length === 0) return linked;
  const body = parseExactJson(linked) as Record<string, unknown>;
  const wanted = shape.fields === undefined ? undefined : readFields(type, body, shape.fields);
  const shown = Object.entries(body).filter(
    ([field]) => wanted?.has(field.toLowerCase()) !== false && !missing.some((column) => column.field === field),
  );
  return JSON.stringify(
    Object.fromEntries(shown.map(([field, value]) => [field, shapeValue(`${type}/${body.id}`, field, value, shape)])),
  );
}

/** Links are kept without a host; they get the one by which the client called. */
export function withOrigin(stored: string, origin: string): string {
  return stored.replaceAll('"href":"/services/', `"href":"${origin}/services/`);
}

function readFields(type: RecordType, body: Record<string, unknown>, names: readonly string[]): Set<string> {
  const known = new Set(
    [...Object.keys(body), ...columnsOf(type).map(({ field }) => field)].map((field) => field.toLowerCase()),
  );
  for (const name of names) {
    if (known.has(name.toLowerCase())) continue;
    const detail = `Field '${name}' does not exist on record type '${type}'.`;
    throw new NetsuiteError(400, 'NONEXISTENT_FIELD', detail, { queryParameter: 'fields' });
  }
  return new Set(['links', 'id', ...names.map((name) => name.toLowerCase())]);
}

function shapeValue(record: string, field: string, value: unknown, shape: RecordShape): unknown {
  const isSublist = typeof value === 'object' && value !== null && 'items' in value;
  if (!isSublist || shape.expandSubResources) return value;
  return { links: [{ rel: 'self', href: `${shape.origin}/services/rest/record/v1/${record}/${field}` }] };
}
