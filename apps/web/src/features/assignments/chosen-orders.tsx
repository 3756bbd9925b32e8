import { useId } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { t } from '#lib/texts.ts';
import { type ChosenOrder, toggleOrder } from './assign-values.ts';
import { OrderFinder } from './order-finder.tsx';
import { OrderText } from './order-text.tsx';

interface ChosenOrdersProps {
  orders: readonly ChosenOrder[];
  /** Ids of the orders already assigned to the guest. */
  assigned: ReadonlySet<string>;
  fault: string | undefined;
  onChange: (orders: readonly ChosenOrder[]) => void;
}

/** The orders to assign, each with a checkbox, and a button to add more. */
export function ChosenOrders({ orders, assigned, fault, onChange }: ChosenOrdersProps) {
  const id = useId();
  const ticked = new Set(orders.filter((order) => order.ticked).map((order) => order.id));
  const again = orders.some((order) => order.ticked && assigned.has(order.id));
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4">
        <div className="flex items-baseline gap-3">
          <h3 id={`${id}-title`} className="font-medium text-ink-2 text-small">
            {t('assign.orders')}
          </h3>
          <p role="status" className="text-ink-3 text-small tabular-nums">
            {orders.length === 0 ? null : t('assign.ticked', { count: ticked.size, total: orders.length })}
          </p>
        </div>
        <OrderFinder
          ticked={ticked}
          assigned={assigned}
          onToggle={(order) => onChange(toggleOrder(orders, order))}
          describedBy={fault === undefined ? undefined : `${id}-fault`}
        />
      </div>
      {orders.length === 0 ? (
        <p className="rounded-control border border-line px-4 py-6 text-center text-ink-3">{t('assign.none')}</p>
      ) : (
        <ul
          aria-labelledby={`${id}-title`}
          className="max-h-64 overflow-y-auto overscroll-contain rounded-control border border-line"
        >
          {orders.map((order) => (
            <li key={order.id} className="border-line border-b last:border-b-0">
              <label
                htmlFor={`${id}-${order.id}`}
                className="flex min-h-10 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-hover"
              >
                <Checkbox
                  id={`${id}-${order.id}`}
                  checked={order.ticked}
                  onCheckedChange={() => onChange(toggleOrder(orders, order))}
                />
                <OrderText order={order} assigned={assigned.has(order.id)} />
              </label>
            </li>
          ))}
        </ul>
      )}
      {fault === undefined ? null : (
        <p id={`${id}-fault`} className="text-danger text-small">
          {fault}
        </p>
      )}
      {again ? <p className="text-ink-3 text-small">{t('assign.again')}</p> : null}
    </section>
  );
}
