import { isDecimal } from '../exact-json.ts';
import type { RecordType } from '../record-types.ts';

type Kind = 'text' | 'number' | 'date' | 'dateTime' | 'reference' | 'enumeration' | 'status' | 'lines';

/** The fields that SuiteQL rows are derived from; a record's other fields may hold anything. */
const fields: Record<RecordType, Record<string, Kind>> = {
  salesOrder: {
    ...kind('text', 'tranId', 'memo', 'otherRefNum', 'email', 'billAddress', 'shipAddress'),
    ...kind('date', 'tranDate', 'salesEffectiveDate'),
    ...kind('dateTime', 'createdDate', 'lastModifiedDate'),
    ...kind('reference', 'entity', 'terms', 'location', 'currency', 'subsidiary', 'salesRep', 'custbody_ns_project'),
    ...kind(
      'number',
      'exchangeRate',
      'custbody_stc_tax_after_discount',
      'subtotal',
      'taxTotal',
      'shippingCost',
      'total',
    ),
    status: 'status',
    item: 'lines',
  },
  customer: {
    ...kind('text', 'entityId', 'companyName', 'email', 'phone', 'defaultAddress'),
    ...kind('dateTime', 'dateCreated', 'lastModifiedDate'),
    ...kind('reference', 'category', 'entityStatus', 'terms', 'currency', 'priceLevel', 'subsidiary', 'salesRep'),
    ...kind('number', 'balance', 'depositBalance', 'overdueBalance', 'unbilledOrders'),
    ...kind('enumeration', 'language', 'creditHoldOverride'),
  },
};

/** What is wrong with a record body, in words; undefined when it can be held. */
export function findRecordFault(type: RecordType, body: unknown): string | undefined {
  if (!isObject(body)) return 'a record body must be a JSON object';
  if (!isId(body.id)) return '"id" must be a string of digits';
  for (const [field, expected] of Object.entries(fields[type])) {
    const value = body[field];
    if (value === undefined) continue;
    const fault = checks[expected](value);
    if (fault !== undefined) return `"${field}" ${fault}`;
  }
  return undefined;
}

/** Whether records of the type may have a field of this name, in whatever case. */
export function isKnownField(type: RecordType, name: string): boolean {
  return Object.keys(fields[type]).some((field) => field.toLowerCase() === name.toLowerCase());
}

const checks: Record<Kind, (value: unknown) => string | undefined> = {
  text: (value) => (typeof value === 'string' ? undefined : 'must be a string'),
  number: (value) => (isDecimal(value) ? undefined : 'must be a number'),
  date: (value) => (isTime(value, /^\d{4}-\d\d-\d\d$/) ? undefined : 'must be a date such as 2024-07-04'),
  dateTime: (value) =>
    isTime(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/)
      ? undefined
      : 'must be a time such as 2024-07-04T16:36:00Z',
  reference: (value) => (isReference(value) ? undefined : 'must be a reference { id: digits, refName }'),
  enumeration: (value) => (isEnumeration(value) ? undefined : 'must be { id, refName }'),
  status: (value) =>
    typeof value === 'string' || isEnumeration(value) ? undefined : 'must be a letter or { id, refName }',
  lines: (value) => {
    const items = isObject(value) ? value.items : value;
    if (items === undefined) return undefined;
    if (!Array.isArray(items) || !items.every(isObject)) return 'must be { items: [...] }';
    const isAmount = (amount: unknown) => amount === undefined || isDecimal(amount);
    const good = items.every(
      ({ item, quantity, rate, amount }) =>
        (item === undefined || isReference(item)) && [quantity, rate, amount].every(isAmount),
    );
    return good ? undefined : 'must have lines { item: reference, quantity, rate, amount }';
  },
};

function kind(name: Kind, ...names: string[]): Record<string, Kind> {
  return Object.fromEntries(names.map((field) => [field, name]));
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
