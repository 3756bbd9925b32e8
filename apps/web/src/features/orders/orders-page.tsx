import type { Order } from '@portal/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { DataTable } from '#components/data-table/data-table.tsx';
import type { RowBehaviour } from '#components/data-table/row-behaviour.ts';
import { SyncButton } from '#features/sync/sync-button.tsx';
import { SyncFreshness } from '#features/sync/sync-freshness.tsx';
import { useRole } from '#lib/profile.ts';
import { maySync } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { useUrlDialog } from '#lib/url-dialog.ts';
import { OrderDialog } from './order-dialog/order-dialog.tsx';
import { orderQuery, ordersSource } from './orders-api.ts';
import { ordersColumns } from './orders-columns.tsx';
import { ordersFilters } from './orders-filters.tsx';

const texts = { empty: t('orders.empty'), emptyIcon: ReceiptText, failed: t('orders.failed') };
const ownSort = { id: 'createdDate', descending: true };

/** The list of orders, and the order that the address names. */
export function OrdersPage() {
  const role = useRole();
  const queryClient = useQueryClient();
  const { id, hrefOf, open, close } = useUrlDialog('/orders', 'order');
  const columns = useMemo(() => ordersColumns(role), [role]);
  const source = useMemo(() => ordersSource(role), [role]);

  const behaviour: RowBehaviour<Order> = useMemo(
    () => ({
      id: (order) => order.id,
      label: (order) => order.rawData.tranId ?? t('orders.rowLabel', { id: order.id }),
      href: (order) => hrefOf(order.id),
      onOpen: (order) => open(order.id),
      onIntent: (order) => void queryClient.prefetchQuery(orderQuery(queryClient, order.id)),
      actions: [{ label: t('table.viewDetails'), icon: Eye, onSelect: (order) => open(order.id) }],
    }),
    [queryClient, hrefOf, open],
  );

  return (
    <>
      <DataTable
        tableKey="orders"
        label={t('orders.title')}
        searchLabel={t('orders.search')}
        texts={texts}
        columns={columns}
        source={source}
        filters={ordersFilters}
        ownSort={ownSort}
        behaviour={behaviour}
        status={<SyncFreshness kind="orders" />}
        actions={maySync(role) ? <SyncButton kind="orders" /> : null}
      />
      <OrderDialog id={id} onClose={close} />
    </>
  );
}
