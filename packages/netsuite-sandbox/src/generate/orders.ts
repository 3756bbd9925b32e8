import { toSeconds } from '@portal/netsuite/values/dates';
import { between, chance, createRandom, mixSeed, pick, pickWeighted, type Random } from '../random.ts';
import { type RecordBody, type Reference, referenceTo, type StatusLetter, transactionTypes } from '../records.ts';
import { statusOf } from '../shipments.ts';
import type { TypedRecord } from '../store/write-records.ts';
import * as catalogue from './catalogue.ts';
import { createCustomers, type GeneratedCustomer, generatedUntil } from './customers.ts';
import { createLines } from './order-lines.ts';
import { shipAndBill } from './shipments.ts';
import words from './words.json' with { type: 'json' };

/** Working days over which orders came in: about three years. */
const workingDays = 780;
const day = 86_400_000;

type Shares = readonly [StatusLetter, number][];

/** Letters with their shares: `A 34 B 48`. */
function shares(text: string): Shares {
  return [...text.matchAll(/(\w) (\d+)/g)].map(([, letter, share]) => [letter as StatusLetter, Number(share)]);
}

/** Shares of the states among orders of up to so many days; older orders are completed, with few exceptions. */
const byAge: readonly [number, Shares][] = [
  [4, shares('A 34 B 48 D 6 E 2 F 3 C 4 G 3')],
  [15, shares('A 4 B 33 D 18 E 9 F 16 G 13 C 4 H 3')],
  [45, shares('G 62 F 14 E 7 D 6 B 4 C 4 H 3')],
];
const settled = shares('G 925 H 35 C 25 F 10 E 3 D 2');

/** How much is to be generated; the same seed gives the same records. */
export type GeneratorOptions = { orders: number; customers: number; seed: number };

/** The orders in the order of their ids, which is that of their creation; one at a time, whatever their number. */
export function* generateOrders(options: GeneratorOptions): Generator<RecordBody> {
  for (const { type, body } of generateRecords({ ...options, shipments: false })) if (type === 'salesOrder') yield body;
}

/** All records, one at a time: orders, each with its fulfillments and invoices unless left out, and customers. */
export function* generateRecords({
  shipments = true,
  ...options
}: GeneratorOptions & { shipments?: boolean }): Generator<TypedRecord> {
  const customers = createCustomers(options);
  if (customers.length === 0 && options.orders > 0) throw new Error('Orders need at least one customer.');
  const chooseCustomer = createCustomerChoice(customers, options.seed);
  for (let index = 0; index < options.orders; index += 1) {
    const random = createRandom(mixSeed(options.seed, 2, index));
    const [body, made] = createOrder(random, index, options, chooseCustomer(random));
    yield { type: 'salesOrder', body };
    if (shipments) yield* made;
  }
  for (const { body } of customers) yield { type: 'customer', body };
}

function createOrder(
  random: Random,
  index: number,
  { orders, seed }: GeneratorOptions,
  customer: GeneratedCustomer,
): [RecordBody, TypedRecord[]] {
  // Other transactions share the numbering, so that ids have gaps.
  const id = String(20_011 + index * 4 + between(random, 0, 3));
  const created = creationTime(random, (index + random()) / orders);
  const age = (generatedUntil - created) / day;
  const drawn = pickStatus(random, age);
  const modified = Math.min(generatedUntil, created + Math.floor(random() ** 3 * Math.min(age, 90) * day));
  const tranDate = toSeconds(new Date(created)).slice(0, 10);
  const lines = createLines(random, createRandom(mixSeed(seed, 5, index)), customer.province);
  const billBreaks = chance(random, 0.35) ? '\r\n' : '\n';
  const shipBreaks = chance(random, 0.35) ? '\r\n' : '\n';
  const isUsd = customer.currency === 'USD';
  const isShipped = 'DEFG'.includes(drawn);
  const body: RecordBody = {
    links: referenceTo('salesorder', id, '').links,
    id,
    tranId: `SO${100_001 + index}`,
    memo: isShipped
      ? `BOL-${pick(random, words.carriers)}-${between(random, 100_000, 999_999)}`
      : chance(random, 0.7)
        ? undefined
        : pick(random, words.memos),
    otherRefNum: chance(random, 0.92) ? `PO-${between(random, 1000, 99_999)}` : undefined,
    tranDate,
    createdDate: toSeconds(new Date(created)),
    lastModifiedDate: toSeconds(new Date(modified)),
    salesEffectiveDate: chance(random, 0.96) ? tranDate : undefined,
    shipDate: expectedDay(createRandom(mixSeed(seed, 6, index)), created),
    entity: customer.reference,
    email: chance(random, 0.95) ? customer.contactEmail : undefined,
    status: statusForm(random, drawn),
    terms: customer.terms,
    location: chance(random, 0.96) ? pick(random, catalogue.locations) : undefined,
    currency: catalogue.currencies[customer.currency],
    exchangeRate: isUsd ? 1.37 : 1,
    subsidiary: customer.body.subsidiary,
    custbody_ns_project: chance(random, 0.55) ? pick(random, catalogue.projects) : undefined,
    billAddress: chance(random, 0.99) ? customer.address.join(billBreaks) : undefined,
    shipAddress: chance(random, 0.97) ? shippingLines(random, customer.address).join(shipBreaks) : undefined,
    ...lines.totals,
    custbody_stc_tax_after_discount: chance(random, 0.94) ? lines.totals.taxTotal : undefined,
    salesRep: customer.body.salesRep,
    item: lines.sublist,
  };
  const made = shipAndBill(body, drawn, seed, { from: created, to: generatedUntil });
  // A single article cannot be shipped in part.
  if (isShipped && statusOf(body) !== drawn) body.status = statusForm(random, statusOf(body));
  return [body, made];
}

/** The state of an order of this age in days. */
function pickStatus(random: Random, age: number): StatusLetter {
  return pickWeighted(random, byAge.find(([limit]) => age <= limit)?.[1] ?? settled);
}

/** One of the three forms in which the record service has been seen to answer a status. */
function statusForm(random: Random, letter: StatusLetter): string | Reference {
  const refName = transactionTypes.salesOrder.statuses[letter];
  return pickWeighted<string | Reference>(random, [
    [{ id: letter, refName }, 80],
    [{ id: refName, refName }, 13],
    [letter, 7],
  ]);
}

/** Denser towards today, on working days and in working hours; later positions are never earlier. */
function creationTime(random: Random, position: number): number {
  const elapsed = position ** 0.8 * workingDays;
  const fromEnd = workingDays - 1 - Math.min(Math.floor(elapsed), workingDays - 1);
  // The last day is a Friday: five working days back are a week back.
  const daysBack = Math.floor(fromEnd / 5) * 7 + (fromEnd % 5);
  const midnight = Math.floor(generatedUntil / day) * day - daysBack * day;
  const seconds = 13 * 3600 + Math.floor((elapsed % 1) * 7.5 * 3600) + between(random, 0, 1);
  return midnight + seconds * 1000;
}

/** The day on which the order is expected to be shipped: one to twelve days after it came in, with few left open. */
function expectedDay(random: Random, created: number): string | undefined {
  if (chance(random, 0.06)) return undefined;
  return toSeconds(new Date(created + between(random, 1, 12) * day)).slice(0, 10);
}

/** Often another dock, sometimes with an attention line. */
function shippingLines(random: Random, address: string[]): string[] {
  const [company = '', ...rest] = address;
  if (chance(random, 0.15))
    return [`Attn: ${pick(random, ['Receiving', 'Réception', 'Site Office'])}`, company, ...rest];
  if (chance(random, 0.2)) return [company, `Dock ${between(random, 1, 24)}`, ...rest];
  return address;
}

/** A long tail: the n-th largest customer has about 1/n of what the largest has; ids say nothing of size. */
function createCustomerChoice(customers: GeneratedCustomer[], seed: number): (random: Random) => GeneratedCustomer {
  const random = createRandom(mixSeed(seed, 3));
  const ranked = customers.map((customer) => ({ customer, key: random() })).sort((a, b) => a.key - b.key);
  let sum = 0;
  const limits = ranked.map((_, index) => {
    sum += 1 / (index + 1) ** 0.9;
    return sum;
  });
  return (draw) => {
    const target = draw() * sum;
    return ranked[limits.findIndex((limit) => limit > target)]?.customer as GeneratedCustomer;
  };
}
