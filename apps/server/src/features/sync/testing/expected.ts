import type { RecordBody } from '@portal/netsuite/values/fields';

/*
 * Expected response of the portal for a record, derived from NetSuite's own body without any of the code that maps it.
 */

type Answer = { id: string; rawData: Record<string, unknown> };

const letters: Record<string, string> = {
  'Pending Approval': 'A',
  'Pending Fulfillment': 'B',
  Cancelled: 'C',
  'Partially Fulfilled': 'D',
  'Pending Billing/Partially Fulfilled': 'E',
  'Pending Billing': 'F',
  Billed: 'G',
  Closed: 'H',
};
const shown: Record<string, string> = {
  ...Object.fromEntries(Object.entries(letters).map(([words, letter]) => [letter, words])),
  E: 'Partially Fulfilled',
};

const orderFields = [
  ...['tranId', 'memo', 'otherRefNum', 'tranDate', 'createdDate', 'lastModifiedDate', 'salesEffectiveDate', 'entity'],
  ...['email', 'status', 'terms', 'location', 'currency', 'custbody_ns_project', 'billAddress', 'shipAddress'],
  ...['subtotal', 'total', 'custbody_stc_tax_after_discount'],
];
const customerFields = [
  ...['entityId', 'companyName', 'email', 'phone', 'category', 'dateCreated', 'lastModifiedDate', 'entityStatus'],
  ...['terms', 'currency', 'language', 'defaultAddress', 'balance', 'depositBalance', 'overdueBalance'],
  ...['unbilledOrders', 'creditHoldOverride', 'priceLevel', 'subsidiary', 'salesRep'],
];
const instants = new Set(['createdDate', 'lastModifiedDate', 'dateCreated']);

export function expectedOrder(body: RecordBody): Answer {
  return expected(body, orderFields);
}

export function expectedCustomer(body: RecordBody): Answer {
  return expected(body, customerFields);
}

/** A response in comparable form, since a timestamp can be formatted in several ways. */
export function comparable({ id, rawData }: Answer): Answer {
  const fields = Object.entries(rawData).map(([name, value]) => [name, instants.has(name) ? toTime(value) : value]);
  return { id, rawData: Object.fromEntries(fields) };
}

function expected(body: RecordBody, names: readonly string[]): Answer {
  const fields = names.flatMap((name) => (body[name] === undefined ? [] : [[name, answeredValue(name, body[name])]]));
  return { id: String(body.id), rawData: Object.fromEntries(fields) };
}

function answeredValue(name: string, value: unknown): unknown {
  if (name === 'status') return statusOf(value);
  if (instants.has(name)) return toTime(value);
  if (typeof value === 'object') return referenceOf(value);
  return typeof value === 'number' ? moneyOf(value) : value;
}

/** A reference without NetSuite's links. */
export function referenceOf(value: unknown): { id: string; refName: string } {
  const { id, refName } = value as { id: string; refName: string };
  return { id, refName };
}

/** At least two decimals. */
function moneyOf(amount: number): string {
  return /\.\d{3}/.test(String(amount)) ? String(amount) : amount.toFixed(2);
}

function statusOf(value: unknown): { id: string; refName: string | undefined } {
  const id = typeof value === 'object' && value !== null ? (value as { id: string }).id : String(value);
  const letter = letters[id] ?? id;
  return { id: letter, refName: shown[letter] };
}

function toTime(value: unknown): number {
  return new Date(String(value)).getTime();
}
