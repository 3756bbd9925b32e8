import { formatMoney } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import type { ListedOrder } from './assignments-api.ts';

/** Display name of an order. */
export function orderName({ id, number }: Pick<ListedOrder, 'id' | 'number'>): string {
  return number ?? t('orders.rowLabel', { id });
}

interface OrderTextProps {
  order: ListedOrder;
  /** True if the order is already assigned to the guest. */
  assigned: boolean;
}

/** Number, customer and total of an order, in one line or two. */
export function OrderText({ order, assigned }: OrderTextProps) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline justify-between gap-x-3">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <span className="[overflow-wrap:anywhere]">
          <span className="font-medium text-ink">{orderName(order)}</span>
          {order.customer === undefined ? null : <span className="text-ink-2"> {order.customer}</span>}
        </span>
        {assigned ? (
          <span className="rounded-small bg-accent-soft px-1.5 text-small">{t('assign.alreadyAssigned')}</span>
        ) : null}
      </span>
      <span className="shrink-0 text-right text-ink-2 tabular-nums">
        {order.total === undefined ? t('value.none') : formatMoney(order.total)}
      </span>
    </span>
  );
}
