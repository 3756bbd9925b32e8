import { toCanonicalDecimal } from '../values/decimal.ts';
import { type RecordBody, readText } from '../values/fields.ts';
import type { NamedType } from './names.ts';
import { day } from './suiteql-text.ts';

/** How a custom field's value is read and shown. */
export type CustomFieldType = 'text' | 'number' | 'money' | 'date' | 'checkbox' | 'list';

/** A custom field of an account, such as `custbody_carrier`. */
export interface CustomField {
  readonly column: string;
  readonly type: CustomFieldType;
  /** Table with the names of a list's values, `customlist_carriers`; a list without it shows ids. */
  readonly list?: NamedType | undefined;
}

/** The custom fields of an order. */
export interface OrderFields {
  readonly project: string;
  readonly tax: string;
  readonly others: readonly CustomField[];
}

/** Custom fields that the portal reads unless it is configured otherwise. */
export const defaultOrderFields: OrderFields = {
  project: 'custbody_ns_project',
  tax: 'custbody_stc_tax_after_discount',
  others: [],
};

/**
 * Values by column: decimals in canonical form, days as `YYYY-MM-DD`, check boxes as T or F, lists by the id of their
 * value. Empty fields are absent; null without any value.
 */
export type CustomValues = Readonly<Record<string, string>> | null;

/** An entry among the columns of an account that stands for its configured fields. */
const marker = 'configured:';

/** Entries that differ whenever records have to be read anew because of their configured fields. */
export function configurationOf(fields: OrderFields | readonly CustomField[]): string[] {
  if (!('others' in fields)) {
    return fields.map(({ column, type, list = '' }) => `${marker}${column} ${type} ${list}`.trim());
  }
  const renamed = (['project', 'tax'] as const).filter((name) => fields[name] !== defaultOrderFields[name]);
  return [...renamed.map((name) => `${marker}${name} ${fields[name]}`), ...configurationOf(fields.others)];
}

/** Whether columns that were remembered belong to this configuration. */
export function isConfiguredAs(columns: readonly string[], configuration: readonly string[]): boolean {
  const remembered = columns.filter((column) => column.startsWith(marker));
  return new Set(remembered).symmetricDifference(new Set(configuration)).size === 0;
}

/** What to select of a field: a date comes in the user's format unless it is converted. */
export const customColumn = ({ column, type }: CustomField): string => (type === 'date' ? day(column) : column);

/** Selects the fields that the account has. */
export function selectCustomFields(fields: readonly CustomField[], has: (column: string) => boolean): string[] {
  return fields.filter(({ column }) => has(column)).map((field) => `${customColumn(field)} AS ${field.column}`);
}

/** Fields whose values are looked up by id. */
export function listFields(fields: readonly CustomField[]): { column: string; of: NamedType }[] {
  return fields.flatMap(({ column, type, list }) =>
    type === 'list' && list !== undefined ? [{ column, of: list }] : [],
  );
}

/** Reads the fields of a row. A value that does not fit its type is kept as text, and never fails the record. */
export function readCustomFields(fields: readonly CustomField[], row: RecordBody): CustomValues {
  const values = fields.flatMap(({ column, type }) => {
    const value = readText(row, column);
    return value === null ? [] : [[column, type === 'number' || type === 'money' ? toDecimal(value) : value] as const];
  });
  return values.length === 0 ? null : Object.fromEntries(values);
}

function toDecimal(value: string): string {
  try {
    return toCanonicalDecimal(value);
  } catch {
    return value;
  }
}
