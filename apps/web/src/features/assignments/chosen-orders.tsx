import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Check, Plus } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import { useDebouncedText } from '#components/data-table/use-debounced-text.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { PopupError, PopupResults, PopupSearch, PopupSummary } from '#components/ui/search-popup.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { messageOf } from '#lib/api-error.ts';
import { formatMoney } from '#lib/format.ts';
import { useRole } from '#lib/profile.ts';
import { t } from '#lib/texts.ts';
import { type ChosenOrder, toggleOrder } from './assign-values.ts';
import { findOrdersQuery, type ListedOrder, listedOrder } from './assignments-api.ts';
import { OrderText, orderName } from './order-text.tsx';

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
            {t('orders.title')}
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

interface OrderFinderProps {
  /** Ids of the orders that are already checked. */
  ticked: ReadonlySet<string>;
  /** Ids of the orders already assigned to the guest. */
  assigned: ReadonlySet<string>;
  onToggle: (order: ListedOrder) => void;
  /** Id of the list's error message, if there is one. */
  describedBy: string | undefined;
}

/** Button that opens a search over all orders in the user's scope, to add some to the list. */
function OrderFinder(props: OrderFinderProps) {
  return (
    <Popover
      label={t('assign.find')}
      align="end"
      className="w-120 p-0!"
      trigger={
        <Button
          size="small"
          aria-describedby={props.describedBy}
          data-fault={props.describedBy === undefined ? undefined : true}
        >
          <Plus aria-hidden />
          {t('assign.find')}
        </Button>
      }
    >
      <Finder {...props} />
    </Popover>
  );
}

/** Arrow keys move, Enter adds, Escape closes. Stays open after adding, so that more orders can be added. */
function Finder({ ticked, assigned, onToggle }: OrderFinderProps) {
  const role = useRole();
  const [search, setSearch] = useState('');
  const clean = (text: string) => text.trim();
  const [draft, change] = useDebouncedText({ value: search, onCommit: (text) => setSearch(clean(text)), clean });
  const { data, error, isPlaceholderData, refetch } = useQuery(findOrdersQuery(role, search));
  // The results shown are still those of the text before: Enter must not take one of them.
  const isOutdated = isPlaceholderData || clean(draft) !== search;
  const more = data === undefined ? 0 : data.total - data.items.length;
  return (
    <Command label={t('orders.search')} shouldFilter={false}>
      <PopupSearch value={draft} onValueChange={change} placeholder={t('orders.search')} />
      <PopupResults label={t('orders.search')}>
        {/* New elements, so that the first of the new results is marked. */}
        <Fragment key={isOutdated ? 'earlier' : search}>
          {data?.items.map(listedOrder).map((order) => (
            <Command.Item
              key={order.id}
              value={order.id}
              disabled={isOutdated}
              onSelect={() => onToggle(order)}
              className="flex h-12 cursor-default items-center gap-2 rounded-small px-2 data-[selected=true]:bg-pressed"
            >
              <FoundOrder order={order} assigned={assigned.has(order.id)} />
              <span className="grid size-4 shrink-0 place-items-center">
                {ticked.has(order.id) ? (
                  <>
                    <Check aria-hidden className="text-accent" />
                    <span className="sr-only">{t('picker.chosen')}</span>
                  </>
                ) : null}
              </span>
            </Command.Item>
          ))}
        </Fragment>
      </PopupResults>
      {error !== null && data === undefined ? (
        <PopupError onRetry={refetch}>
          {t('orders.failed')} {messageOf(error, '')}
        </PopupError>
      ) : data === undefined ? (
        <div className="p-1">
          <span className="sr-only">{t('state.loading')}</span>
          {['w-40', 'w-28', 'w-36', 'w-32'].map((width) => (
            <div key={width} className="grid h-12 content-center gap-2 px-2">
              <Skeleton className="h-3 w-20" />
              <Skeleton className={`h-3 ${width}`} />
            </div>
          ))}
        </div>
      ) : (
        <PopupSummary
          shown={data.items.length}
          more={more > 0 ? t('picker.more', { count: more }) : undefined}
          empty={t('orders.empty')}
        />
      )}
    </Command>
  );
}

interface FoundOrderProps {
  order: ListedOrder;
  /** True if the order is already assigned to the guest. */
  assigned: boolean;
}

/** Two lines: number and total, then customer and whether the guest has access. The list is four results high. */
function FoundOrder({ order, assigned }: FoundOrderProps) {
  return (
    <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
      <span className="truncate font-medium text-ink">{orderName(order)}</span>
      <span className="text-right text-ink tabular-nums">
        {order.total === undefined ? t('value.none') : formatMoney(order.total)}
      </span>
      <span className="truncate text-ink-2 text-small">{order.customer}</span>
      {assigned ? (
        <span className="whitespace-nowrap rounded-small bg-accent-soft px-1.5 text-ink text-small">
          {t('assign.alreadyAssigned')}
        </span>
      ) : null}
    </span>
  );
}
