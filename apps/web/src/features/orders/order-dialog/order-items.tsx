import type { OrderDetail } from '@portal/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/texts.ts';
import { ItemsUnavailableError, orderItemsQuery } from '../orders-api.ts';
import { OrderLines } from './order-lines.tsx';

interface OrderItemsProps {
  order: OrderDetail;
  /** False while only the list's copy of the order is available. */
  current: boolean;
}

/** Items of an order: stored with it, or else read from NetSuite. */
export function OrderItems({ order: { id, rawData }, current }: OrderItemsProps) {
  const { item: stored, lastModifiedDate } = rawData;
  const { data, error, refetch } = useQuery({
    ...orderItemsQuery(id, lastModifiedDate),
    enabled: current && stored === undefined,
  });
  // Keep showing the error during a retry, so that the Retry button keeps the focus.
  const [retried, setRetried] = useState<Error | null>(null);
  const failure = error ?? retried;

  async function retry() {
    setRetried(failure);
    await refetch();
    setRetried(null);
  }

  return (
    <OrderLines
      item={stored ?? data}
      failure={
        failure === null ? undefined : (
          <div role="alert" className="flex items-center justify-between gap-4 text-ink-2">
            <p>{t(failure instanceof ItemsUnavailableError ? 'order.linesUnavailable' : 'order.linesFailed')}</p>
            <Button size="small" onClick={retry} busyLabel={t('action.retrying')}>
              {t('action.retry')}
            </Button>
          </div>
        )
      }
    />
  );
}
