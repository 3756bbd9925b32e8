import { invalidParameter } from '../http/errors.ts';
import type { FieldKind, FilterField } from './filter-fields.ts';

/** What is needed to write one condition in SQL. */
export type ConditionContext = {
  /** Adds a value and answers its placeholder. */
  bind(value: unknown): string;
  /** The account's time zone: a date names its day there. */
  timeZone: string;
};

type Write = (field: FilterField, values: readonly string[], context: ConditionContext) => string;

/** Operators by the kind of field, each with the number of values that it takes; all have a `_NOT` beside them. */
const operators: Record<FieldKind, Record<string, { values: number | 'any'; write: Write }>> = {
  string: {
    IS: one((sql, value, { bind }) => `lower(${sql}) = lower(${bind(value)})`),
    CONTAIN: one((sql, value, { bind }) => `${sql} ILIKE ${bind(`%${escapeLike(value)}%`)}`),
    START_WITH: one((sql, value, { bind }) => `${sql} ILIKE ${bind(`${escapeLike(value)}%`)}`),
    END_WITH: one((sql, value, { bind }) => `${sql} ILIKE ${bind(`%${escapeLike(value)}`)}`),
    // So it is spelled in the help.
    ENDWITH: one((sql, value, { bind }) => `${sql} ILIKE ${bind(`%${escapeLike(value)}`)}`),
  },
  number: {
    EQUAL: one((sql, value, { bind }) => `${sql} = ${bind(toNumber(value))}`),
    GREATER: one((sql, value, { bind }) => `${sql} > ${bind(toNumber(value))}`),
    GREATER_OR_EQUAL: one((sql, value, { bind }) => `${sql} >= ${bind(toNumber(value))}`),
    LESS: one((sql, value, { bind }) => `${sql} < ${bind(toNumber(value))}`),
    LESS_OR_EQUAL: one((sql, value, { bind }) => `${sql} <= ${bind(toNumber(value))}`),
    BETWEEN: { values: 2, write: writeBetween },
    WITHIN: { values: 2, write: writeBetween },
    ANY_OF: {
      values: 'any',
      write: ({ sql }, values, { bind }) => `${sql} = ANY (${bind(values.map(toNumber))}::numeric[])`,
    },
  },
  select: {
    ANY_OF: { values: 'any', write: ({ sql }, values, { bind }) => `${sql}::text = ANY (${bind(values)}::text[])` },
    IS: one((sql, value, { bind }) => `${sql}::text = ${bind(value)}`),
    EQUAL: one((sql, value, { bind }) => `${sql}::text = ${bind(value)}`),
  },
  date: dateOperators((day) => `${day}::date`),
  dateTime: dateOperators(
    (day, { bind, timeZone }) => `((${day}::date)::timestamp AT TIME ZONE ${bind(timeZone)}::text)`,
  ),
};

/** The number of values that an operator takes on a kind of field; undefined when it does not go with it. */
export function operatorValues(kind: FieldKind, operator: string): number | 'any' | undefined {
  const { name } = splitNot(operator);
  return name === 'EMPTY' ? 0 : operators[kind][name]?.values;
}

/** One condition in SQL; the operator must go with the field. */
export function writeCondition(
  field: FilterField,
  operator: string,
  values: readonly string[],
  context: ConditionContext,
): string {
  const { name, negated } = splitNot(operator);
  const positive =
    name === 'EMPTY' ? `${field.sql} IS NULL` : operators[field.kind][name]?.write(field, values, context);
  return negated ? `NOT coalesce(${positive}, false)` : `(${positive})`;
}

function splitNot(operator: string): { name: string; negated: boolean } {
  const negated = operator.endsWith('_NOT');
  return { name: negated ? operator.slice(0, -'_NOT'.length) : operator, negated };
}

function one(write: (sql: string, value: string, context: ConditionContext) => string): { values: 1; write: Write } {
  return { values: 1, write: ({ sql }, [value = ''], context) => write(sql, value, context) };
}

/** `dayStart` writes the beginning of a day, in the type of the column. */
function dateOperators(dayStart: (day: string, context: ConditionContext) => string) {
  const on = (sql: string, value: string, context: ConditionContext, low: string | null, high: string | null) => {
    const day = context.bind(toIsoDate(value));
    const next = `(${day}::date + 1)`;
    const at = (name: string) => dayStart(name === 'day' ? day : next, context);
    return [low && `${sql} >= ${at(low)}`, high && `${sql} < ${at(high)}`].filter(Boolean).join(' AND ');
  };
  return {
    ON: one((sql, value, context) => on(sql, value, context, 'day', 'next')),
    AFTER: one((sql, value, context) => on(sql, value, context, 'next', null)),
    BEFORE: one((sql, value, context) => on(sql, value, context, null, 'day')),
    ON_OR_AFTER: one((sql, value, context) => on(sql, value, context, 'day', null)),
    ON_OR_BEFORE: one((sql, value, context) => on(sql, value, context, null, 'next')),
  };
}

function writeBetween(
  { sql }: FilterField,
  [low = '', high = '']: readonly string[],
  { bind }: ConditionContext,
): string {
  return `${sql} BETWEEN ${bind(toNumber(low))} AND ${bind(toNumber(high))}`;
}

function toNumber(value: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw invalidParameter(`Invalid search query. '${value}' is not a number.`, 'q');
  return value;
}

/** Dates come in the account's format, M/D/YYYY; an ISO date is refused, as NetSuite refuses it. */
function toIsoDate(value: string): string {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso) {
    throw invalidParameter(`Invalid search query. '${value}' is not a date of the format M/D/YYYY.`, 'q');
  }
  return iso;
}

function escapeLike(value: string): string {
  return value.replaceAll(/[\\%_]/g, (found) => `\\${found}`);
}
