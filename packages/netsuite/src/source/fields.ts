import { type RecordBody, readDay, readDecimal, readInstant, readShortText, readText } from '../values/fields.ts';
import type { NamedType, Names } from './names.ts';
import { day, utc } from './suiteql-text.ts';

/** One field of a record, or the two of a reference: its id, and its name. */
export interface Field {
  readonly kind: 'text' | 'memo' | 'day' | 'instant' | 'decimal' | 'named';
  /** The column, or several of which the first that the account has is read. */
  readonly columns: readonly string[];
  /** Table with the names of what a reference leads to. */
  readonly of?: NamedType;
}

export type Fields = Readonly<Record<string, Field>>;

/** The values of described fields; null where NetSuite leaves one out or the account does not have it. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F & string as F[Name]['kind'] extends 'named' ? `${Name}Id` | `${Name}Name` : Name]:
    | string
    | null;
};

/** Text exactly as it stands, but for its end if it is too long for a list that is sorted by it. */
export const text = (column: string) => ({ kind: 'text', columns: [column] }) as const;
/** Text exactly as it stands, of any length. */
export const memo = (column: string) => ({ kind: 'memo', columns: [column] }) as const;
/** `YYYY-MM-DD` */
export const dayOf = (column: string) => ({ kind: 'day', columns: [column] }) as const;
/** ISO 8601 UTC. */
export const instant = (column: string) => ({ kind: 'instant', columns: [column] }) as const;
/** Canonical decimal text. */
export const decimal = (...columns: readonly string[]) => ({ kind: 'decimal', columns }) as const;
/** A reference to another record: two values, `…Id` and `…Name`. */
export const named = (column: string, of: NamedType) => ({ kind: 'named', columns: [column], of }) as const;

/** Raw dates come in the user's format, and without a time. */
export const conversions: { [Kind in Field['kind']]?: (column: string) => string } = { day, instant: utc };

const readers = { text: readShortText, memo: readText, day: readDay, instant: readInstant, decimal: readDecimal };

/** Selects the fields that the account has from the alias `r`. */
export function selectFields(fields: Fields, has: (column: string) => boolean): string[] {
  return Object.values(fields).flatMap((field) => {
    const column = field.columns.find(has);
    return column === undefined ? [] : [`${(conversions[field.kind] ?? String)(`r.${column}`)} AS ${aliasOf(field)}`];
  });
}

/** Reads a row of `selectFields`. Throws a TypeError on a value that cannot be kept. */
export function readFields<F extends Fields>(fields: F, row: RecordBody, names: Names): ValuesOf<F> {
  const values: Record<string, string | null> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'named') values[name] = readers[field.kind](row, aliasOf(field));
    else if (field.of !== undefined) {
      const id = readText(row, aliasOf(field));
      values[`${name}Id`] = id;
      values[`${name}Name`] = names.of(field.of, id);
    }
  }
  return values as ValuesOf<F>;
}

/** References with the column under which each is selected. */
export function namedFields(fields: Fields): { column: string; of: NamedType }[] {
  return Object.values(fields).flatMap(({ columns: [column = ''], of }) => (of === undefined ? [] : [{ column, of }]));
}

const aliasOf = ({ columns }: Field): string => columns.at(-1) ?? '';
