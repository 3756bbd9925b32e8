import type { OrderDetail, OrderLine, OrderProgress, Shipment } from '@portal/contract/orders';
import { formatList, formatMoney, formatNumber, formatShortDate } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { openQuantity, sumOpen, toQuantity } from '../open-quantity.ts';
import { isNothingOpen } from './progress-steps.ts';

/** Number of items that a clause names; of more items, it gives only the number. */
const MAX_NAMED = 2;

/**
 * Where the order is, in up to three plain sentences: '26 of 30 units shipped May 4 with United Package. The rest is
 * expected to ship May 20; 4 × Queso Cabrales backordered. $494.38 is due Jun 3.'
 * @param today `YYYY-MM-DD` in the user's time zone
 */
export function progressSentence(order: OrderDetail, progress: OrderProgress, today: string): string {
  const lines = order.rawData.item?.items ?? [];
  const backordered = backorderedClause(progress, lines);
  const clauses = [shippingClause(order, progress, today)];
  if (progress.shipping === 'partly-shipped')
    clauses.push(restClause(lines, progress, today, backordered !== undefined));
  const last = clauses.length - 1;
  const sentences = clauses.map((clause, index) => sentenceOf(clause, index === last ? backordered : undefined));
  return [...sentences, paymentSentence(order, progress, today)].filter((one) => one !== undefined).join(' ');
}

function sentenceOf(first: string, second: string | undefined): string {
  return second === undefined ? t('answer.sentence', { clause: first }) : t('answer.sentenceOfTwo', { first, second });
}

/** When the rest of a partly shipped order is expected; what is late of it, unless the next clause names items. */
function restClause(
  lines: readonly OrderLine[],
  { ordered = 0, shipped = 0, expected }: OrderProgress,
  today: string,
  namesBackordered: boolean,
): string {
  if (expected === undefined) return t('answer.restUndated');
  const date = dayText(expected, today);
  if (expected >= today) return t('answer.restExpected', { date });
  // Services are never shipped but have open quantities: lines with them add up to more than is left to ship.
  const isKnown = !namesBackordered && sumOpen(lines) === toQuantity(ordered - shipped);
  const items = isKnown ? namedQuantities(lines, openQuantity) : undefined;
  return items === undefined ? t('answer.restLate', { date }) : t('answer.restLateItems', { items, date });
}

function shippingClause(order: OrderDetail, progress: OrderProgress, today: string): string {
  const { shipping, ordered, shipped = 0, expected } = progress;
  const date = expected === undefined ? undefined : dayText(expected, today);
  const isLate = expected !== undefined && expected < today;
  switch (shipping) {
    case 'cancelled':
      return shipped > 0 ? t('answer.cancelledShipped', { count: shipped }) : t('answer.cancelled');
    case 'closed':
      return shipped > 0 ? t('answer.closedShipped', { count: shipped }) : t('answer.closed');
    case 'awaiting-approval':
      if (date === undefined) return t('answer.awaiting');
      return t(isLate ? 'answer.awaitingLate' : 'answer.awaitingExpected', { date });
    case 'not-shipped':
      // The lines were mirrored before an upgrade, without quantities.
      if (ordered === undefined) return t('answer.unknown');
      if (ordered === 0) return t('answer.nothingLeft');
      if (date === undefined) return t('answer.notShipped');
      return t(isLate ? 'answer.late' : 'answer.expected', { date });
    default:
      return shippedClause(order, progress, today);
  }
}

function shippedClause({ shipments = [] }: OrderDetail, progress: OrderProgress, today: string): string {
  const gone = shipments.filter(({ state }) => state === 'shipped');
  const form = formOf(gone, today);
  const { ordered = 0, shipped = 0 } = progress;
  if (progress.shipping === 'shipped') {
    // Billed, with lines that are never shipped, such as services.
    if (shipped === 0 && gone.length === 0) return t('answer.nothingLeft');
    if (form.kind === 'On') return t('answer.allOn', form);
    return form.kind === '' ? t('answer.all') : t(`answer.all${form.kind}`, form);
  }
  return t(`answer.units${form.kind}`, { ...form, done: formatNumber(shipped), count: ordered });
}

/** How to say when and with whom shipments left: the form of the message, and its values. */
function formOf(
  gone: readonly Shipment[],
  today: string,
): { kind: '' | 'On' | 'With' | 'Last'; date: string; carriers: string } {
  const dates = new Set(gone.map(({ date }) => date));
  const [newest] = gone;
  const isSameDay = dates.size === 1;
  const methods = (isSameDay ? gone : gone.slice(0, 1))
    .map(({ method }) => method)
    .filter((name) => name !== undefined);
  const carriers = formatList([...new Set(methods)]);
  if (newest?.date === undefined) return { kind: '', date: '', carriers };
  const date = dayText(newest.date, today);
  if (carriers === '') return { kind: isSameDay ? 'On' : '', date, carriers };
  return { kind: isSameDay ? 'With' : 'Last', date, carriers };
}

function backorderedClause(
  { shipping, backordered = 0 }: OrderProgress,
  lines: readonly OrderLine[],
): string | undefined {
  if (shipping !== 'not-shipped' && shipping !== 'partly-shipped') return undefined;
  const items = namedQuantities(lines, backorderedQuantity);
  if (items !== undefined) return t('answer.backordered', { items });
  if (backordered === 0) return undefined;
  return t('answer.backorderedUnits', { count: backordered });
}

function backorderedQuantity({ quantityBackordered = 0, isClosed }: OrderLine): number {
  return isClosed ? 0 : quantityBackordered;
}

/** '4 × Queso Cabrales and 2 × Tofu', or '12 units of 3 items'; undefined if no line has a quantity. */
function namedQuantities(
  lines: readonly OrderLine[],
  quantityOf: (line: OrderLine) => number | undefined,
): string | undefined {
  // An item may have several lines.
  const quantities = new Map<string, number>();
  for (const line of lines) {
    const quantity = quantityOf(line) ?? 0;
    const item = line.item?.refName ?? line.description ?? t('order.line.item');
    if (quantity !== 0) quantities.set(item, toQuantity((quantities.get(item) ?? 0) + quantity));
  }
  const found = [...quantities].map(([item, quantity]) => ({ item, quantity }));
  if (found.length === 0) return undefined;
  if (found.length > MAX_NAMED) {
    const units = toQuantity(found.reduce((sum, { quantity }) => sum + quantity, 0));
    return t('answer.unitsOfItems', { units: formatNumber(units), items: found.length });
  }
  return formatList(found.map(({ quantity, item }) => t('answer.item', { quantity: formatNumber(quantity), item })));
}

/** The unpaid amount; undefined for guests, where only the details have it, and where invoices were never read. */
function paymentSentence(order: OrderDetail, progress: OrderProgress, today: string): string | undefined {
  const { billing, shipping, dueDate, openAmount } = progress;
  if (billing === undefined) return undefined;
  if (billing === 'paid') return t('answer.paid');
  if (billing === 'not-billed')
    return t(shipping === 'closed' || shipping === 'cancelled' ? 'answer.nothingToPay' : 'answer.notBilled');
  if (isNothingOpen(order, progress)) return t('answer.nothingToPayNow');
  const isOverdue = dueDate !== undefined && dueDate < today;
  const date = dueDate === undefined ? '' : dayText(dueDate, today);
  if (openAmount === undefined) {
    if (dueDate === undefined) return undefined;
    return t(isOverdue ? 'answer.paymentOverdue' : 'answer.paymentDue', { date });
  }
  const amount = formatMoney(openAmount);
  if (dueDate === undefined) return t('answer.open', { amount });
  const isMany = (order.invoices ?? []).filter(({ state }) => state === 'open').length > 1;
  if (isOverdue) return t(isMany ? 'answer.overdueFirst' : 'answer.overdue', { amount, date });
  return t(isMany ? 'answer.dueFirst' : 'answer.due', { amount, date });
}

/** With non-breaking spaces, so that a line never ends inside a date. */
function dayText(day: string, today: string): string {
  return formatShortDate(day, today).replaceAll(' ', '\u00a0');
}
