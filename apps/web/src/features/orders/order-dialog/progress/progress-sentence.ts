import type { OrderDetail, OrderLine, OrderProgress, Shipment } from '@portal/contract/orders';
import { compareDecimals } from '#lib/decimal.ts';
import { formatList, formatMoney, formatNumber, formatShortDate } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

/** Backordered items that the sentence names; it counts the others. */
const MAX_NAMED = 2;

/**
 * Where the order is, in up to three plain sentences: '2 of 3 packages shipped May 4 with United Package; 4 × Queso
 * Cabrales backordered. $494.38 is due Jun 3.'
 * @param today `YYYY-MM-DD` in the user's time zone
 */
export function progressSentence(order: OrderDetail, progress: OrderProgress, today: string): string {
  const first = shippingClause(order, progress, today);
  const second = backorderedClause(progress, order.rawData.item?.items);
  const shipping =
    second === undefined ? t('answer.sentence', { clause: first }) : t('answer.sentenceOfTwo', { first, second });
  const sentences = [shipping, restSentence(progress, today), paymentSentence(order, progress, today)];
  return sentences.filter((sentence) => sentence !== undefined).join(' ');
}

/** When the rest of a partly shipped order is expected. */
function restSentence({ shipping, expected }: OrderProgress, today: string): string | undefined {
  if (shipping !== 'partly-shipped' || expected === undefined) return undefined;
  return t(expected < today ? 'answer.restLate' : 'answer.restExpected', { date: formatShortDate(expected, today) });
}

function shippingClause(order: OrderDetail, progress: OrderProgress, today: string): string {
  const { shipping, ordered, shipped = 0, expected } = progress;
  const date = expected === undefined ? undefined : formatShortDate(expected, today);
  const isLate = expected !== undefined && expected < today;
  switch (shipping) {
    case 'cancelled':
      return t('answer.cancelled');
    case 'closed':
      return shipped > 0 ? t('answer.closedShipped', { count: shipped }) : t('answer.closed');
    case 'awaiting-approval':
      if (date === undefined) return t('answer.awaiting');
      return t(isLate ? 'answer.awaitingLate' : 'answer.awaitingExpected', { date });
    case 'not-shipped':
      // The lines were mirrored before an upgrade, without quantities.
      if (ordered === undefined) return t('answer.unknown');
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
  const [packages, packagesGone] = [shipments, gone].map(
    (each) => each.flatMap((shipment) => shipment.packages).length,
  );
  // Packages answer better than units, but only packed ones are known: with none of them waiting, units tell the rest.
  if (packages !== undefined && packagesGone !== undefined && packagesGone > 0 && packagesGone < packages) {
    return t(`answer.packages${form.kind}`, { ...form, done: packagesGone, count: packages });
  }
  return t(`answer.units${form.kind}`, { ...form, done: formatNumber(shipped), count: ordered });
}

/** How to tell when and with whom shipments left: the form of the message, and its values. */
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
  const date = formatShortDate(newest.date, today);
  if (carriers === '') return { kind: isSameDay ? 'On' : '', date, carriers };
  return { kind: isSameDay ? 'With' : 'Last', date, carriers };
}

function backorderedClause(
  { shipping, backordered = 0 }: OrderProgress,
  lines: readonly OrderLine[] = [],
): string | undefined {
  if (shipping !== 'not-shipped' && shipping !== 'partly-shipped') return undefined;
  const waiting = lines.filter(({ quantityBackordered = 0, isClosed }) => quantityBackordered > 0 && !isClosed);
  if (waiting.length > 0) {
    const named = waiting.slice(0, MAX_NAMED).map(({ quantityBackordered = 0, item, description }) =>
      t('answer.item', {
        quantity: formatNumber(quantityBackordered),
        item: item?.refName ?? description ?? t('order.line.item'),
      }),
    );
    const more = waiting.length - named.length;
    return t('answer.backordered', {
      items: formatList(more > 0 ? [...named, t('answer.more', { count: more })] : named),
    });
  }
  if (backordered === 0) return undefined;
  return t('answer.backorderedUnits', { count: backordered });
}

/** What is paid or due; undefined where nothing is billed, or for guests. */
function paymentSentence({ invoices = [] }: OrderDetail, progress: OrderProgress, today: string): string | undefined {
  const { billing, dueDate, openAmount } = progress;
  if (billing === undefined || billing === 'not-billed') return undefined;
  if (billing === 'paid') return t('answer.paid');
  const isOverdue = dueDate !== undefined && dueDate < today;
  const date = dueDate === undefined ? '' : formatShortDate(dueDate, today);
  if (openAmount === undefined) {
    if (dueDate === undefined) return undefined;
    return t(isOverdue ? 'answer.paymentOverdue' : 'answer.paymentDue', { date });
  }
  if (compareDecimals(openAmount, '0') <= 0) return undefined;
  const amount = formatMoney(openAmount);
  if (dueDate === undefined) return t('answer.open', { amount });
  const isMany = invoices.filter(({ state }) => state === 'open').length > 1;
  if (isOverdue) return t(isMany ? 'answer.overdueFirst' : 'answer.overdue', { amount, date });
  return t(isMany ? 'answer.dueFirst' : 'answer.due', { amount, date });
}
