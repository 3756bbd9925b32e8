import type { Invoice, OrderDetail, OrderProgress } from '@portal/contract/orders';
import { compareDecimals } from '#lib/decimal.ts';
import { formatNumber, formatShortDate } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

export type StepState = 'done' | 'partial' | 'current' | 'late' | 'upcoming' | 'closed' | 'cancelled';

export interface ProgressStep {
  id: 'ordered' | 'approved' | 'shipped' | 'billed' | 'paid' | 'closed' | 'cancelled';
  state: StepState;
  /** Below the label: a date or quantity. */
  note?: string | undefined;
  /** Finished part of a `partial` step, from 0 to 1. */
  part?: number | undefined;
}

/**
 * The steps of an order, from ordered to paid; for guests, who see no billing, and before the first sync of
 * invoices, to shipped. An order that was closed or
 * canceled ends with that step, after those that it has reached.
 * @param today `YYYY-MM-DD` in the user's time zone
 */
export function progressSteps(order: OrderDetail, progress: OrderProgress, today: string): ProgressStep[] {
  const { shipping, billing, shipped = 0 } = progress;
  const { tranDate, createdDate } = order.rawData;
  const date = tranDate ?? createdDate;
  const ordered: ProgressStep = {
    id: 'ordered',
    state: 'done',
    note: date === undefined ? undefined : formatShortDate(date, today),
  };
  const billingSteps = billing === undefined ? [] : [billedStep(progress), paidStep(order, progress, today)];
  const shippedPart = shippedStep(progress, today);
  if (shipping === 'closed' || shipping === 'cancelled') {
    const reached = billingSteps.filter(({ state }) => state !== 'upcoming' && state !== 'current');
    return [ordered, ...(shipped > 0 ? [shippedPart] : []), ...reached, { id: shipping, state: shipping }];
  }
  const isWaiting = shipping === 'awaiting-approval';
  const approved: ProgressStep = isWaiting
    ? { id: 'approved', state: 'current', note: t('progress.waiting') }
    : { id: 'approved', state: 'done' };
  return [ordered, approved, shippedPart, ...billingSteps];
}

function shippedStep(progress: OrderProgress, today: string): ProgressStep {
  const { shipping, ordered, shipped = 0, expected, lastShipped } = progress;
  const id = 'shipped';
  const units =
    ordered === undefined || ordered === 0
      ? undefined
      : t('progress.unitsOf', { done: formatNumber(shipped), count: ordered });
  if (shipping === 'partly-shipped') return { id, state: 'partial', note: units, part: shipped / (ordered ?? shipped) };
  if (shipping === 'shipped' || shipping === 'closed' || shipping === 'cancelled') {
    // An order with lines that are never shipped, such as services, is complete without all of its units.
    const isWhole = ordered !== undefined && shipped >= ordered;
    const day = lastShipped === undefined ? undefined : formatShortDate(lastShipped, today);
    return { id, state: 'done', note: isWhole ? units : day };
  }
  const isLate = expected !== undefined && expected < today;
  const note = expected === undefined ? units : t('progress.expected', { date: formatShortDate(expected, today) });
  return { id, state: isLate ? 'late' : shipping === 'awaiting-approval' ? 'upcoming' : 'current', note };
}

function billedStep({ billing, shipping }: OrderProgress): ProgressStep {
  const id = 'billed';
  if (billing === 'billed' || billing === 'paid') return { id, state: 'done' };
  if (billing === 'partly-billed') return { id, state: 'partial', note: t('progress.partly'), part: 0.5 };
  return { id, state: shipping === 'shipped' ? 'current' : 'upcoming' };
}

function paidStep(order: OrderDetail, progress: OrderProgress, today: string): ProgressStep {
  const id = 'paid';
  const { billing, dueDate } = progress;
  if (billing === 'paid') return { id, state: 'done' };
  if (billing === 'not-billed') return { id, state: 'upcoming' };
  const date = dueDate === undefined ? undefined : formatShortDate(dueDate, today);
  if (date !== undefined && dueDate !== undefined && dueDate < today)
    return { id, state: 'late', note: t('progress.overdue', { date }) };
  const note = date === undefined ? undefined : t('progress.due', { date });
  if (order.invoices?.some(isPaidInPart))
    return { id, state: 'partial', note: note ?? t('progress.partly'), part: 0.5 };
  return { id, state: billing === 'billed' ? 'current' : 'upcoming', note };
}

function isPaidInPart({ state, total, openAmount }: Invoice): boolean {
  if (state !== 'open') return state === 'paid';
  return total !== undefined && openAmount !== undefined && compareDecimals(openAmount, total) < 0;
}

/** Whether nothing that is billed is left to pay. Who sees no open amounts learns it from the invoices' states. */
export function isNothingOpen({ invoices = [] }: OrderDetail, { openAmount }: OrderProgress): boolean {
  if (openAmount !== undefined) return compareDecimals(openAmount, '0') <= 0;
  return invoices.length > 0 && invoices.every(({ state }) => state !== 'open');
}
