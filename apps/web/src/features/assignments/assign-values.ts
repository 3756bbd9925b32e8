import { MAX_ORDERS } from '@portal/contract/values';
import { ApiError } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import type { FormErrors } from '#lib/use-form.ts';
import type { ListedOrder } from './assignments-api.ts';

/** An order in the dialog's list. */
export interface ChosenOrder extends ListedOrder {
  ticked: boolean;
}

/** Values of the dialog's form. */
export interface AssignValues {
  userId: string;
  orders: readonly ChosenOrder[];
  note: string;
  /** `YYYY-MM-DD`; empty if access does not end. */
  lastDay: string;
}

/** The form values serialized as strings for the draft. */
export type AssignDraft = Record<keyof AssignValues, string>;

export function tickedIds({ orders }: Pick<AssignValues, 'orders'>): string[] {
  return orders.filter((order) => order.ticked).map((order) => order.id);
}

/** Toggles an order; adds it at the top if it is not in the list yet. */
export function toggleOrder(orders: readonly ChosenOrder[], { id, ...rest }: ListedOrder): readonly ChosenOrder[] {
  if (!orders.some((order) => order.id === id)) return [{ id, ...rest, ticked: true }, ...orders];
  return orders.map((order) => (order.id === id ? { ...order, ticked: !order.ticked } : order));
}

export function draftOf({ orders, ...values }: AssignValues): AssignDraft {
  return { ...values, orders: JSON.stringify(orders) };
}

/** Restores form values from a draft; undefined if the draft cannot be parsed. */
export function fromDraft({ orders, ...values }: Partial<AssignDraft>): AssignValues | undefined {
  try {
    return { userId: '', note: '', lastDay: '', ...values, orders: JSON.parse(orders ?? '') };
  } catch {
    return undefined;
  }
}

/**
 * Validates the form. Returns errors by the server's field name.
 * @param today `YYYY-MM-DD`, where the user is
 */
export function findFaults(values: AssignValues, today: string): FormErrors {
  const count = tickedIds(values).length;
  return {
    ...(count === 0 ? { orderIds: t('assign.noOrders') } : {}),
    ...(count > MAX_ORDERS ? { orderIds: t('assign.tooMany', { most: MAX_ORDERS }) } : {}),
    ...(values.userId === '' ? { userId: t('assign.noGuest') } : {}),
    ...(values.lastDay !== '' && values.lastDay < today ? { endsAt: t('assign.lastDayPast') } : {}),
  };
}

/** Maps the server's validation errors to fields. */
export function faultsOf(error: unknown): FormErrors {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.details.map(({ path, message }) => [path.replace(/\..*/, ''), message]));
}
