import { toSeconds } from '@portal/netsuite/values/dates';
import {
  type Line,
  type Package,
  type RecordBody,
  type Reference,
  referenceTo,
  type StatusLetter,
  transactionTypes,
} from './records.ts';

/** Quantities by the order's line. */
export type Quantities = ReadonlyMap<number, number>;

/** What a new transaction has of its own. */
export type Made = { id: string; at: Date };

/**
 * A carrier with the sublist in which its packages stand, the ending of their fields (rest-facts, section 4), and the form of
 * its tracking numbers.
 */
export type Carrier = { method: Reference; carrier: Reference; sublist: string; ending: string; tracking: string };

const ways = [
  ['UPS Ground', 'ups', 'UPS', 'packageUps', 'Ups', '1Z999AA1##########'],
  ['FedEx Economy', 'fedex', 'FedEx', 'packageFedex', 'FedEx', '############'],
  ['Purolator Express', 'nonups', 'More', 'package', '', 'PUR#########'],
  ['Canada Post Expedited Parcel', 'nonups', 'More', 'package', '', '################'],
] as const;

export const carriers = ways.map(
  ([name, id, refName, sublist, ending, tracking], index): Carrier => ({
    method: referenceTo('shipitem', index + 51, name),
    carrier: { id, refName },
    sublist,
    ending,
    tracking,
  }),
);

/** Lines of an order that are shipped and billed by quantity: not a group's frame, a discount or a text. */
export function quantityLines(order: RecordBody): (Line & { line: number; quantity: number })[] {
  const isFrame = ({ itemType }: Line) => ['Group', 'EndGroup', 'Discount', 'Description'].includes(itemType?.id ?? '');
  return (order.item?.items ?? []).filter(
    (line): line is Line & { line: number; quantity: number } =>
      !isFrame(line) && typeof line.line === 'number' && typeof line.quantity === 'number',
  );
}

/** Quantity of each line that is not shipped yet, or that is shipped and not billed yet. */
export function remaining(order: RecordBody, of: 'shipping' | 'billing'): Map<number, number> {
  const left = quantityLines(order).map(
    ({ line, quantity, quantityFulfilled = 0, quantityBilled = 0 }): [number, number] =>
      of === 'shipping'
        ? [line, quantity - Number(quantityFulfilled)]
        : [line, Number(quantityFulfilled) - Number(quantityBilled)],
  );
  return new Map(left.filter(([, quantity]) => quantity > 0));
}

/** The order's status by its quantities: billed is not yet paid. */
export function statusOf(order: RecordBody): StatusLetter {
  const [toShip, toBill] = [remaining(order, 'shipping').size, remaining(order, 'billing').size];
  const isShipped = quantityLines(order).some(({ quantityFulfilled = 0 }) => Number(quantityFulfilled) > 0);
  if (!isShipped) return 'B';
  if (toShip > 0) return toBill > 0 ? 'E' : 'D';
  return toBill > 0 ? 'F' : 'G';
}

/** Ships some of an order; the order itself then says how much of each line was shipped. */
export function fulfill(
  order: RecordBody,
  quantities: Quantities,
  made: Made,
  way: Carrier,
  packages: readonly Package[],
): RecordBody {
  const day = toSeconds(made.at).slice(0, 10);
  const items = moveQuantities(order, quantities, 'quantityFulfilled').map(({ orderLine, item, quantity }) => ({
    links: [],
    orderLine,
    item,
    quantity,
    itemReceive: true,
  }));
  const boxes = packages.map((one) =>
    Object.fromEntries([
      ['links', []],
      ...Object.entries(one).map(([field, value]) => [
        field === 'packageDescr' ? field : `${field}${way.ending}`,
        value,
      ]),
    ]),
  );
  const status = { id: 'C', refName: transactionTypes.itemFulfillment.statuses.C };
  return {
    ...header(order, made, 'itemfulfillment', 'IF'),
    status,
    shipStatus: status,
    shippedDate: day,
    shipMethod: way.method,
    shipCarrier: way.carrier,
    shipAddress: order.shipAddress,
    item: { links: [], totalResults: items.length, items },
    [way.sublist]: { links: [], totalResults: boxes.length, items: boxes },
  };
}

/** Bills some of an order, with its tax and shipping in proportion. */
export function bill(order: RecordBody, quantities: Quantities, made: Made, dueInDays: number): RecordBody {
  const isRest = [...remaining(order, 'billing'), ...remaining(order, 'shipping')].every(
    ([line, left]) => quantities.get(line) === left,
  );
  const items = moveQuantities(order, quantities, 'quantityBilled');
  const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100);
  const share = items.reduce((sum, { amount }) => sum + cents(amount), 0) / Math.max(cents(order.subtotal), 1);
  const total =
    isRest && items.length === quantityLines(order).length
      ? cents(order.total)
      : Math.round(cents(order.total) * share);
  return {
    ...header(order, made, 'invoice', 'INV'),
    dueDate: toSeconds(new Date(made.at.getTime() + dueInDays * 86_400_000)).slice(0, 10),
    status: { id: 'A', refName: transactionTypes.invoice.statuses.A },
    terms: order.terms,
    otherRefNum: order.otherRefNum,
    total: total / 100,
    amountPaid: 0,
    amountRemaining: total / 100,
    item: { links: [], totalResults: items.length, items },
  };
}

/** The fields of an invoice after a payment of so many cents, all that is left at most. */
export function pay(invoice: RecordBody, amount: number): Record<string, unknown> {
  const total = Math.round(Number(invoice.total) * 100);
  const paid = Math.min(total, Math.round(Number(invoice.amountPaid) * 100) + amount);
  const letter = paid === total ? 'B' : 'A';
  const status = { id: letter, refName: transactionTypes.invoice.statuses[letter] };
  return { amountPaid: paid / 100, amountRemaining: (total - paid) / 100, status };
}

/** The fields of an invoice once it is voided: nothing is due, and nothing was. */
export function voided(invoice: RecordBody): Record<string, unknown> {
  const items = invoice.item?.items?.map((line) => ({ ...line, amount: 0 })) ?? [];
  const status = { id: 'V', refName: transactionTypes.invoice.statuses.V };
  return { total: 0, amountPaid: 0, amountRemaining: 0, status, item: { ...invoice.item, items } };
}

/** Counts the quantities into the order's lines; answers them as lines of the new transaction. */
function moveQuantities(order: RecordBody, quantities: Quantities, field: 'quantityFulfilled' | 'quantityBilled') {
  return quantityLines(order).flatMap((line) => {
    const quantity = quantities.get(line.line) ?? 0;
    if (quantity <= 0) return [];
    line[field] = Number(line[field] ?? 0) + quantity;
    if (field === 'quantityFulfilled') delete line.quantityBackOrdered;
    const amount = Math.round((Number(line.amount ?? 0) * 100 * quantity) / line.quantity) / 100;
    return [{ links: [], orderLine: line.line, item: line.item, quantity, amount }];
  });
}

function header(order: RecordBody, { id, at }: Made, type: string, prefix: string): RecordBody {
  const now = toSeconds(at);
  return {
    links: referenceTo(type, id, '').links,
    id,
    tranId: `${prefix}${id}`,
    createdFrom: referenceTo('salesorder', order.id, `Sales Order #${order.tranId}`),
    entity: order.entity,
    tranDate: now.slice(0, 10),
    createdDate: now,
    lastModifiedDate: now,
    ...Object.fromEntries(['currency', 'exchangeRate', 'subsidiary', 'location'].map((field) => [field, order[field]])),
  };
}
