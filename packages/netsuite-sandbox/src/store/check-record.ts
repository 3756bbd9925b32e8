import { isDecimal } from '../exact-json.ts';
import { columnsOf, type FieldKind, isTransaction, type RecordType } from '../records.ts';

/** What is wrong with a record body, in words; undefined when it can be held. Fields without a column may hold anything. */
export function findRecordFault(type: RecordType, body: unknown): string | undefined {
  if (!isObject(body)) return 'a record body must be a JSON object';
  if (!isId(body.id)) return '"id" must be a string of digits';
  for (const { field, kind } of columnsOf(type)) {
    const value = body[field];
    if (value !== undefined && !checks[kind].holds(value)) return `"${field}" must be ${checks[kind].expected}`;
  }
  if (!isTransaction(type)) return undefined;
  const { status, item, createdFrom } = body;
  if (status !== undefined && typeof status !== 'string' && !isEnumeration(status))
    return '"status" must be a letter or { id, refName }';
  if (createdFrom !== undefined && !isReference(createdFrom))
    return `"createdFrom" must be ${checks.reference.expected}`;
  const items = isObject(item) ? (item.items ?? []) : item;
  if (items === undefined || (Array.isArray(items) && items.every(isLine))) return undefined;
  return '"item" must be { items: [{ item: reference, quantity, rate, amount }] }';
}

const checks: Record<FieldKind, { holds: (value: unknown) => boolean; expected: string }> = {
  text: { holds: (value) => typeof value === 'string', expected: 'a string' },
  number: { holds: isDecimal, expected: 'a number' },
  date: { holds: (value) => isTime(value, /^\d{4}-\d\d-\d\d$/), expected: 'a date such as 2024-07-04' },
  dateTime: {
    holds: (value) => isTime(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/),
    expected: 'a time such as 2024-07-04T16:36:00Z',
  },
  reference: { holds: isReference, expected: 'a reference { id: digits, refName }' },
  enumeration: { holds: isEnumeration, expected: '{ id, refName }' },
};

function isLine(line: unknown): boolean {
  if (!isObject(line)) return false;
  const amounts = [line.quantity, line.rate, line.amount].filter((amount) => amount !== undefined);
  return (line.item === undefined || isReference(line.item)) && amounts.every(isDecimal);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Up to 15 digits stay exact in a double. */
function isId(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,15}$/.test(value);
}

function isReference(value: unknown): boolean {
  return isObject(value) && isId(value.id) && (value.refName === undefined || typeof value.refName === 'string');
}

function isEnumeration(value: unknown): boolean {
  return isObject(value) && typeof value.id === 'string';
}

function isTime(value: unknown, form: RegExp): boolean {
  return typeof value === 'string' && form.test(value) && !Number.isNaN(Date.parse(value));
}
