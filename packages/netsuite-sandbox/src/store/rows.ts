import { type Decimal, isDecimal, toDecimalText } from '../exact-json.ts';
import {
  columnsOf,
  isTransaction,
  type Package,
  type RecordBody,
  type RecordType,
  type Reference,
  statusLetter,
  transactionTypes,
} from '../records.ts';
import { deriveLines } from './derive-lines.ts';
import type { Row, Rows } from './tables.ts';

/** Names that records give to what they refer to, and the custom fields that they have, by `record_type id`. */
export type DisplayNames = Map<string, Row>;

/** The record type under which custom fields are listed among the names. */
export const customFields = (table: 'transaction' | 'customer') => `custom field of ${table}`;

/** The list that a custom field refers to where its values do not say. */
const customLists: Record<string, string> = { custbody_ns_project: 'job' };

/**
 * SuiteQL's rows of a record, from nothing but its body: so both services agree. Names met on the way go to `names`.
 * `linesModified` is the time of the lines' last change, the record's own unless given.
 */
export function deriveRows(type: RecordType, body: RecordBody, names: DisplayNames, linesModified?: string): Rows {
  const table = isTransaction(type) ? 'transaction' : 'customer';
  const row: Row = { id: Number(body.id), custom: customOf(table, body, names) };
  for (const { column, field, kind, of } of columnsOf(type)) {
    const value = body[field];
    if (value === undefined) continue;
    row[column] = isDecimal(value)
      ? toDecimalText(value)
      : typeof value === 'object'
        ? (value as Reference).id
        : String(value);
    if (kind === 'reference' || kind === 'enumeration') addName(names, of ?? '', value as Reference);
  }
  if (!isTransaction(type)) return { customer: [row] };
  row.type = transactionTypes[type].type;
  row.status = statusLetter(type, body.status);
  const lines = deriveLines(type, body, linesModified);
  for (const { item } of body.item?.items ?? []) if (item !== undefined) addName(names, 'item', item);
  return { transaction: [row], transactionline: lines, package: packagesOf(body) };
}

function addName(names: DisplayNames, recordType: string, { id, refName }: Reference): void {
  if (refName !== undefined) names.set(`${recordType} ${id}`, { record_type: recordType, id, name: refName });
}

/** Custom fields as one JSON object; each is listed with its kind and, for a reference, what it refers to. */
function customOf(table: 'transaction' | 'customer', body: RecordBody, names: DisplayNames): string | undefined {
  const fields = Object.entries(body).filter(
    ([field, value]) => /^cust(body|entity)/i.test(field) && value !== undefined,
  );
  if (fields.length === 0) return undefined;
  for (const [field, value] of fields) {
    const reference = typeof value === 'object' && value !== null && 'id' in value ? (value as Reference) : undefined;
    const list = /\/([a-z_0-9]+)\/\w+$/i.exec(reference?.links?.[0]?.href ?? '')?.[1];
    const of = customLists[field] ?? list?.toLowerCase() ?? field;
    if (reference !== undefined) addName(names, of, reference);
    const name = reference === undefined ? kindOf(value) : `reference:${of}`;
    names.set(`${table} ${field}`, { record_type: customFields(table), id: field.toLowerCase(), name });
  }
  return JSON.stringify(Object.fromEntries(fields.map(([field, value]) => [field.toLowerCase(), value])));
}

function kindOf(value: unknown): string {
  if (isDecimal(value)) return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? 'date' : 'text';
}

/** Packages of a fulfillment, whatever the carrier by which the record service splits them (rest-facts, section 4). */
function packagesOf(body: RecordBody): Row[] {
  const sublists = ['package', 'packageUps', 'packageFedex', 'packageUsps'].map(
    (name) => body[name] as { items?: Package[] } | undefined,
  );
  return sublists
    .flatMap((sublist) => sublist?.items ?? [])
    .map((values, index) => {
      const of = (name: string): unknown => Object.entries(values).find(([key]) => key.startsWith(name))?.[1];
      const weight = of('packageWeight') as Decimal | undefined;
      return {
        id: Number(body.id) * 100 + index,
        itemfulfillment: Number(body.id),
        packagetrackingnumber: of('packageTrackingNumber') as string | undefined,
        packagedescr: of('packageDescr') as string | undefined,
        packageweight: weight === undefined ? undefined : toDecimalText(weight),
      };
    });
}
