import type { Customer } from '@portal/contract/customers';
import type { Order } from '@portal/contract/orders';
import { useRouter } from '@tanstack/react-router';
import { ArrowRight, Building2, type LucideIcon, ReceiptText } from 'lucide-react';
import { Fragment, type ReactNode, useCallback } from 'react';
import { OrderStatusChip } from '#components/ui/order-status-chip.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatDate } from '#lib/format.ts';
import type { SearchParams } from '#lib/search-params.ts';
import { t } from '#lib/texts.ts';
import { PaletteGroup, PaletteItem } from './palette-item.tsx';
import type { Found } from './use-found.ts';

interface FoundRecordsProps {
  found: Found;
  text: string;
  onChoose: (run: () => unknown) => void;
}

/** Orders and customers that match. They are disabled while new results load. */
export function FoundRecords({ found, text, onChoose }: FoundRecordsProps) {
  const { orders, customers, pending } = found;
  if (pending && orders === undefined && customers === undefined) return <SkeletonRows />;
  const shared = { pending, text, onChoose };
  return (
    // Highlight the first of the new results at once, so that it is not mistaken for the previous first result.
    <Fragment key={pending ? 'earlier' : text}>
      <RecordGroup {...shared} path="/orders" page={orders} icon={ReceiptText} all="palette.allOrders">
        {(order) => <OrderRow order={order} />}
      </RecordGroup>
      <RecordGroup {...shared} path="/customers" page={customers} icon={Building2} all="palette.allCustomers">
        {(customer) => <CustomerRow customer={customer} />}
      </RecordGroup>
    </Fragment>
  );
}

interface RecordGroupProps<Item> extends Omit<FoundRecordsProps, 'found'> {
  path: ListPath;
  page: { items: Item[]; total: number } | undefined;
  pending: boolean;
  icon: LucideIcon;
  /** Text of the link to all results in the list. */
  all: 'palette.allOrders' | 'palette.allCustomers';
  children: (item: Item) => ReactNode;
}

/** The closest results of one kind, and a link to all of them. */
function RecordGroup<Item extends { id: string }>(props: RecordGroupProps<Item>) {
  const { path, page, pending, text, icon, all, onChoose, children } = props;
  const router = useRouter();
  const openRecord = useOpenRecord();
  if (page === undefined || page.total === 0) return null;
  return (
    <PaletteGroup heading={t(path === '/orders' ? 'orders.title' : 'palette.customers')}>
      {page.items.map((item) => (
        <PaletteItem
          key={item.id}
          id={`${path} ${item.id}`}
          icon={icon}
          disabled={pending}
          onChoose={() => onChoose(() => openRecord(path, item.id))}
        >
          {children(item)}
        </PaletteItem>
      ))}
      {page.total > page.items.length ? (
        <PaletteItem
          id={`${path} all`}
          icon={ArrowRight}
          disabled={pending}
          onChoose={() => onChoose(() => router.navigate({ to: path, search: { search: text } }))}
        >
          <span className="text-ink-2">{t(all, { count: page.total })}</span>
        </PaletteItem>
      ) : null}
    </PaletteGroup>
  );
}

function OrderRow({ order: { id, rawData, progress, assignment } }: { order: Order }) {
  const { tranId, otherRefNum, entity, status, createdDate } = rawData;
  const customer = entity?.refName;
  return (
    <>
      {/* Truncates the customer before the numbers, which the user may have searched for. */}
      <span className="flex min-w-0 flex-1 gap-x-1 text-ink-2 max-sheet:flex-wrap">
        <span className="shrink-0 font-medium text-ink">
          {tranId ?? assignment?.shipTo ?? t('orders.rowLabel', { id })}
        </span>{' '}
        {customer === undefined ? null : (
          <span className="truncate max-sheet:order-1 max-sheet:w-full">{customer}</span>
        )}{' '}
        {otherRefNum === undefined ? null : (
          <span className="shrink-0 truncate sheet:max-w-1/2 max-sheet:max-w-full">
            {customer === undefined ? null : t('facts.separator')}
            {otherRefNum}
          </span>
        )}
      </span>
      {status === undefined ? null : (
        <OrderStatusChip
          status={status.refName}
          progress={progress}
          className="shrink-0 text-ink-2 text-small max-sheet:hidden"
        />
      )}
      {createdDate === undefined ? null : (
        <span className="shrink-0 text-ink-2 text-small tabular-nums">{formatDate(createdDate)}</span>
      )}
    </>
  );
}

function CustomerRow({ customer: { id, rawData } }: { customer: Customer }) {
  const { entityId, companyName, email } = rawData;
  const name = companyName ?? entityId ?? id;
  // With NetSuite's automatic numbering, the entity id consists of number and name.
  const number = entityId?.replace(name, '').trim() ?? '';
  return (
    <>
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium text-ink">{name}</span>
        {number === '' ? null : <span className="text-ink-2"> {number}</span>}
      </span>
      <span className="max-w-2/5 truncate text-ink-2 text-small max-sheet:hidden">{email}</span>
    </>
  );
}

/** Placeholder with the height of the expected rows. */
function SkeletonRows() {
  return (
    <div aria-hidden className="px-2.5 pt-3">
      <Skeleton className="mb-1 h-3.5 w-16" />
      {['w-64', 'w-52', 'w-72'].map((width) => (
        <div key={width} className="flex h-9 items-center">
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  );
}

const params = { '/orders': 'order', '/customers': 'customer' } as const;
type ListPath = keyof typeof params;

/**
 * Opens the order or customer dialog over its list. If the list is already open, it keeps its state; Back or closing
 * the dialog returns to it.
 */
function useOpenRecord(): (path: ListPath, id: string) => void {
  const router = useRouter();
  return useCallback(
    (path, id) => {
      const { pathname, search, state } = router.state.location;
      const param = params[path];
      const isThere = pathname === path;
      const { tab: _, ...kept }: SearchParams = isThere ? search : {};
      const isOpen = kept[param] !== undefined;
      if (isOpen && String(kept[param]) === id) return;
      // A dialog that was opened by a link has no history entry without the dialog behind it.
      const steps = isOpen ? state.dialogSteps && state.dialogSteps + 1 : 1;
      void router.navigate({
        to: path,
        search: { ...kept, [param]: id },
        state: isThere && steps !== undefined ? { dialogSteps: steps } : {},
        resetScroll: false,
      });
    },
    [router],
  );
}
