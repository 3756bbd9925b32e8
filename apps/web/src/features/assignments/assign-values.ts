import { ApiError } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { type ListedOrder, MAX_ORDERS } from './assignments-api.ts';

/** An order in the list of the dialog. */
export interface ChosenOrder extends ListedOrder {
  ticked: boolean;
}

/** What stands in the dialog. */
export interface AssignValues {
  userId: string;
  orders: readonly ChosenOrder[];
  note: string;
  /** `YYYY-MM-DD`; empty for no end. */
  lastDay: string;
}

/** The same as a draft is kept: text alone. */
export type AssignDraft = Record<keyof AssignValues, string>;

/** What is wrong, by the name that the server has for it. */
export type AssignFaults = Partial<Record<'userId' | 'orderIds' | 'note' | 'endsAt', string>>;

export function tickedIds({ orders }: Pick<AssignValues, 'orders'>): string[] {
  return orders.filter((order) => order.ticked).map((order) => order.id);
}

/** Ticks an order, or takes its tick away; one that is not in the list yet comes first. */
export function toggleOrder(orders: readonly ChosenOrder[], { id, ...rest }: ListedOrder): readonly ChosenOrder[] {
  if (!orders.some((order) => order.id === id)) return [{ id, ...rest, ticked: true }, ...orders];
  return orders.map((order) => (order.id === id ? { ...order, ticked: !order.ticked } : order));
}

export function draftOf({ orders, ...values }: AssignValues): AssignDraft {
  return { ...values, orders: JSON.stringify(orders) };
}

/** What was kept; undefined when it cannot be read. */
export function fromDraft({ orders, ...values }: Partial<AssignDraft>): AssignValues | undefined {
  try {
    return { userId: '', note: '', lastDay: '', ...values, orders: JSON.parse(orders ?? '') };
  } catch {
    return undefined;
  }
}

/** @param today `YYYY-MM-DD` in UTC */
export function findFaults(values: AssignValues, today: string): AssignFaults {
  const count = tickedIds(values).length;
  return {
    ...(count === 0 ? { orderIds: t('assign.noOrders') } : {}),
    ...(count > MAX_ORDERS ? { orderIds: t('assign.tooMany', { most: MAX_ORDERS }) } : {}),
    ...(values.userId === '' ? { userId: t('assign.noGuest') } : {}),
    ...(values.lastDay !== '' && values.lastDay < today ? { endsAt: t('assign.lastDayPast') } : {}),
  };
}

/** What the server did not take. */
export function faultsOf(error: unknown): AssignFaults {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.details.map(({ path, message }) => [path.split('.')[0], message]));
}
