import type { Order } from '@portal/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '#components/ui/button.tsx';
import { OrderStatusChip } from '#components/ui/order-status-chip.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatDate, formatMoney } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { customerOrdersQuery } from '../customers-api.ts';

interface CustomerOrdersProps {
  id: string;
  /** Search text for the link to all of the customer's orders. */
  name: string | undefined;
}

/** Latest orders of a customer, each linked to the order. */
export function CustomerOrders({ id, name }: CustomerOrdersProps) {
  const { data, error, refetch } = useQuery(customerOrdersQuery(id));
  return (
    <section aria-labelledby="customer-orders" aria-busy={data === undefined || undefined} className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <h3 id="customer-orders" className="font-semibold text-ink">
          {t('customer.orders')}
        </h3>
        {data !== undefined && name !== undefined && data.total > data.items.length ? (
          <Link
            to="/orders"
            search={{ search: name }}
            className="rounded-small text-accent text-small underline-offset-3 hover:underline"
          >
            {t('customer.allOrders', { count: data.total })}
          </Link>
        ) : null}
      </div>
      {error !== null && data === undefined ? (
        <div role="alert" className="flex items-center justify-between gap-4 text-ink-2">
          {t('customer.ordersFailed')}
          <Button size="small" onClick={() => refetch()} busyLabel={t('action.retrying')}>
            {t('action.retry')}
          </Button>
        </div>
      ) : data?.items.length === 0 ? (
        <p className="text-ink-3">{t('orders.empty')}</p>
      ) : (
        <ul className="-mx-2">
          {data === undefined
            ? ['w-36', 'w-44', 'w-40', 'w-44', 'w-36'].map((width, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical.
                <li key={index} className="flex h-10 items-center justify-between px-2">
                  <Skeleton className={`h-3 ${width}`} />
                  <Skeleton className="h-3 w-16" />
                </li>
              ))
            : data.items.map((order) => <OrderItem key={order.id} order={order} />)}
        </ul>
      )}
    </section>
  );
}

function OrderItem({ order: { id, rawData, progress } }: { order: Order }) {
  return (
    <li>
      <Link
        to="/orders"
        search={{ order: id }}
        className="grid min-h-10 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 rounded-small px-2 py-1.5 hover:bg-hover sheet:grid-cols-[7rem_1fr_7rem_6.5rem]"
      >
        <span className="truncate font-semibold">{rawData.tranId ?? t('orders.rowLabel', { id })}</span>
        <span className="max-sheet:col-start-1 max-sheet:row-start-2">
          {rawData.status === undefined ? null : (
            <OrderStatusChip status={rawData.status.refName} progress={progress} />
          )}
        </span>
        <span className="text-right text-ink-2 tabular-nums max-sheet:col-start-2 max-sheet:row-start-2 sheet:text-left">
          {rawData.createdDate === undefined ? null : formatDate(rawData.createdDate)}
        </span>
        <span className="text-right tabular-nums max-sheet:col-start-2 max-sheet:row-start-1">
          {rawData.total === undefined ? t('value.none') : formatMoney(rawData.total)}
        </span>
      </Link>
    </li>
  );
}
