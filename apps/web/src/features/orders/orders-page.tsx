import type { Order, OwnAssignment } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Eye, Link, Paperclip, ReceiptText, UserPlus } from 'lucide-react';
import { type ComponentType, useCallback, useMemo, useState } from 'react';
import { DataTable } from '#components/data-table/data-table.tsx';
import { prefetchTable } from '#components/data-table/prefetch-table.ts';
import type { PresetActions } from '#components/data-table/presets/preset-view.ts';
import type { RowBehavior } from '#components/data-table/row-behavior.ts';
import { useRowSelection } from '#components/data-table/selection/row-selection.ts';
import { ExportMenu } from '#features/export/export-menu.tsx';
import { FollowPresetButton } from '#features/notifications/follow-buttons.tsx';
import { freshnessQuery } from '#features/sync/sync-api.ts';
import { SyncButton } from '#features/sync/sync-button.tsx';
import { SyncFreshness } from '#features/sync/sync-freshness.tsx';
import { copyLink } from '#lib/copy-link.ts';
import { formatDate, formatFacts } from '#lib/format.ts';
import { useRole } from '#lib/profile.ts';
import { mayAssignOrders, maySync } from '#lib/role.ts';
import type { SearchParams } from '#lib/search-params.ts';
import { t } from '#lib/texts.ts';
import { useUrlDialog, useUrlDialogOpener } from '#lib/url-dialog.ts';
import { OrderDialog } from './order-dialog/order-dialog.tsx';
import type { StepList } from './order-dialog/order-steps.tsx';
import { orderViews } from './order-views.ts';
import { orderQuery, ordersSource } from './orders-api.ts';
import { ordersColumns, ordersFilters } from './orders-columns.tsx';

const tableKey = 'orders';
const defaultSort = { id: 'createdDate', descending: true };

const presetActions: PresetActions = ({ id, name }, query) => <FollowPresetButton id={id} name={name} query={query} />;

const orderId = (order: Order) => order.id;

/** Prefetches what the page shows at a URL: the rows and the sync freshness. */
export async function prefetchOrders(queryClient: QueryClient, role: Role, params: SearchParams): Promise<void> {
  const [columns, filters, source] = [ordersColumns(role), ordersFilters(role), ordersSource(role)];
  await Promise.all([
    prefetchTable(queryClient, { tableKey, columns, filters, source, defaultSort }, params),
    queryClient.prefetchQuery(freshnessQuery),
  ]);
}

interface OrdersPageProps {
  /** How orders are assigned to guests: the button for the selected ones, and the dialog for the URL parameter `assign`. */
  assigning: {
    Button: ComponentType<{ count: number; onClick: () => void }>;
    Host: ComponentType<{ selected: ReadonlyMap<string, Order>; onAssigned: () => void }>;
  };
}

/** The orders list, and the dialog for the order in the URL. */
export function OrdersPage({ assigning }: OrdersPageProps) {
  const role = useRole();
  const queryClient = useQueryClient();
  const { hrefOf, open } = useUrlDialogOpener('/orders', 'order', 'tab');
  const { open: openAssign } = useUrlDialogOpener('/orders', 'assign');
  const mayAssign = mayAssignOrders(role);
  const selection = useRowSelection(orderId);
  // The order whose row menu opened the dialog: it is assigned instead of the selection.
  const [single, setSingle] = useState<ReadonlyMap<string, Order>>();
  const columns = useMemo(() => ordersColumns(role), [role]);
  const source = useMemo(() => ordersSource(role), [role]);
  const filters = useMemo(() => ordersFilters(role), [role]);

  const assignOne = useCallback(
    (order: Order) => {
      setSingle(new Map([[order.id, order]]));
      openAssign('1');
    },
    [openAssign],
  );

  const behavior: RowBehavior<Order> = useMemo(
    () => ({
      id: orderId,
      label: ({ id, rawData, assignment }) =>
        (rawData.tranId ?? (assignment && nameForGuest(rawData, assignment))) || t('orders.rowLabel', { id }),
      href: (order) => hrefOf(order.id),
      onOpen: (order) => open(order.id),
      onIntent: (order) => void queryClient.prefetchQuery(orderQuery(queryClient, order.id)),
      actions: [
        { label: t('table.viewDetails'), icon: Eye, onSelect: (order) => open(order.id) },
        { label: t('attachments.tab'), icon: Paperclip, onSelect: (order) => open(order.id, 'attachments') },
        { label: t('link.copy'), icon: Link, onSelect: (order) => void copyLink(hrefOf(order.id)) },
        ...(mayAssign ? [{ label: t('assign.buttonShort'), icon: UserPlus, onSelect: assignOne }] : []),
      ],
    }),
    [queryClient, hrefOf, open, mayAssign, assignOne],
  );

  function assignSelected() {
    setSingle(undefined);
    openAssign('1');
  }

  return (
    <>
      <DataTable
        tableKey={tableKey}
        label={t('orders.title')}
        searchLabel={t('orders.search')}
        texts={{ empty: t('orders.empty'), emptyIcon: ReceiptText, failed: t('orders.failed') }}
        columns={columns}
        source={source}
        filters={filters}
        views={orderViews}
        presetActions={presetActions}
        opensSingleHit
        defaultSort={defaultSort}
        behavior={behavior}
        selection={mayAssign ? selection : undefined}
        status={<SyncFreshness kind="orders" />}
        actions={(view) => (
          <>
            <ExportMenu kind="orders" view={view} />
            {maySync(role) ? <SyncButton kind="orders" /> : null}
            {mayAssign ? <assigning.Button count={selection.selected.size} onClick={assignSelected} /> : null}
          </>
        )}
      >
        {(rows, request) => <OrderHost rows={rows} request={request} source={source} />}
      </DataTable>
      {mayAssign ? (
        <assigning.Host
          selected={single ?? selection.selected}
          onAssigned={single === undefined ? selection.clear : () => undefined}
        />
      ) : null}
    </>
  );
}

/** The dialog for the order in the URL. Separate from the page, which then does not render again when it opens. */
function OrderHost(list: Omit<StepList, 'onStep'>) {
  const { id, step, close } = useUrlDialog('/orders', 'order', 'tab');
  return <OrderDialog id={id} list={{ ...list, onStep: step }} onClose={close} />;
}

/** Several of a guest's orders may go to one place, so the date of the order is part of its name. */
function nameForGuest({ entity, tranDate }: Order['rawData'], { shipTo }: OwnAssignment): string {
  return formatFacts([shipTo, entity?.refName, tranDate && formatDate(tranDate)]);
}
