import { z } from 'zod';
import { isDecimal } from '../exact-json.ts';
import { columnsOf, type FieldKind, isTransaction, type RecordType, recordTypes } from '../records.ts';

/** Up to 15 digits stay exact in a double. */
const id = z.string('must be a string of digits').regex(/^\d{1,15}$/, 'must be a string of digits');
const decimal = z.custom(isDecimal, 'must be a number').optional();
const reference = z.looseObject({ id, refName: z.string().optional() }, 'must be a reference { id: digits, refName }');
const enumeration = z.looseObject({ id: z.string() }, 'must be { id, refName }');
const time = (form: RegExp, expected: string) =>
  z.custom((value) => typeof value === 'string' && form.test(value) && !Number.isNaN(Date.parse(value)), expected);

const kinds: Record<FieldKind, z.ZodType> = {
  text: z.string('must be a string'),
  number: decimal,
  date: time(/^\d{4}-\d\d-\d\d$/, 'must be a date such as 2024-07-04'),
  dateTime: time(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/, 'must be a time such as 2024-07-04T16:36:00Z'),
  reference,
  enumeration,
};

const line = z.looseObject({ item: reference.optional(), quantity: decimal, rate: decimal, amount: decimal });
const ofTransactions = {
  status: z.union([z.string(), enumeration], 'must be a letter or { id, refName }').optional(),
  createdFrom: reference.optional(),
  item: z.looseObject({ items: z.array(line).optional() }, 'must be { items: […] }').optional(),
};

const schemas = new Map(
  recordTypes.map((type) => {
    const fields = columnsOf(type).map(({ field, kind }) => [field, kinds[kind].optional()]);
    const parts = isTransaction(type) ? ofTransactions : {};
    const shape = { id, ...Object.fromEntries(fields), ...parts };
    return [type, z.looseObject(shape, 'a record body must be a JSON object')];
  }),
);

/** What is wrong with a record body, in words; undefined when it can be held. Fields without a column may hold anything. */
export function findRecordFault(type: RecordType, body: unknown): string | undefined {
  const [issue] = schemas.get(type)?.safeParse(body).error?.issues ?? [];
  if (issue === undefined) return undefined;
  return issue.path.length === 0 ? issue.message : `"${issue.path.join('.')}" ${issue.message}`;
}
