import { parseExactJson } from '../exact-json.ts';
import { columnsOf, type RecordType } from '../records.ts';
import type { SandboxSettings } from '../settings.ts';

/** How a record is to be answered. */
export type RecordShape = {
  /** Scheme, host and port for the links. */
  origin: string;
  /** Only these fields, in whatever case; undefined for all. */
  fields: readonly string[] | undefined;
  features: SandboxSettings['features'];
};

/** A stored body as JSON text in the requested shape, without the fields of features that the account lacks. */
export function shapeRecord(type: RecordType, stored: string, { origin, fields, features }: RecordShape): string {
  // Links are kept without a host; they get the one by which the client called.
  const linked = stored.replaceAll('"href": "/services/', `"href": "${origin}/services/`);
  const missing = columnsOf(type).filter(({ feature }) => feature !== undefined && !features[feature]);
  if (fields === undefined && missing.length === 0) return linked;
  const wanted = fields && new Set(['links', 'id', ...fields.map((name) => name.toLowerCase())]);
  const shown = Object.entries(parseExactJson(linked) as Record<string, unknown>).filter(
    ([name]) => wanted?.has(name.toLowerCase()) !== false && !missing.some(({ field }) => field === name),
  );
  return JSON.stringify(Object.fromEntries(shown));
}
