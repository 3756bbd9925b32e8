import type { Order } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { openStates } from '@portal/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { PackageCheck, Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Input } from '#components/ui/input.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { messageOf } from '#lib/api-error.ts';
import { classNames } from '#lib/class-names.ts';
import { formatAgo, formatNumber, formatShortDate } from '#lib/format.ts';
import { localToday } from '#lib/local-day.ts';
import { isGuest } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { useNow } from '#lib/use-now.ts';
import { Attention } from './attention.tsx';
import { MAX_OPEN_ORDERS, openOrdersQuery, orderTotalQuery } from './overview-api.ts';

/** The list of open orders. */
const openOrdersParams = { page: 1, shipping: openStates.join(',') };

const rowClass = 'h-22 wide:h-12';

/** What needs attention, the newest open orders with their progress, and a search over all orders. */
export function OpenOrders({ role }: { role: Role }) {
  const { data, error, refetch } = useQuery(openOrdersQuery(role));
  const { data: total } = useQuery(orderTotalQuery(role));
  return (
    <Panel title={t('openOrders.title')} actions={<OrderSearch />} className="peer overflow-hidden">
      <Attention role={role} />
      {/* All rows' height in every state, so that the activity below does not shift; in a narrow window only until loaded. */}
      <div
        className={classNames('grid wide:min-h-60', data === undefined && 'min-h-110')}
        aria-busy={data === undefined && error === null}
      >
        {data !== undefined && data.items.length > 0 ? (
          <div className="grid grid-rows-[auto_1fr]">
            <ul
              aria-label={t('openOrders.title')}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 divide-y divide-line wide:grid-cols-[minmax(0,1fr)_repeat(4,auto)] wide:gap-x-0"
            >
              {data.items.map((order) => (
                <OpenOrder key={order.id} order={order} />
              ))}
            </ul>
            {data.items.length < MAX_OPEN_ORDERS ? (
              <p className="place-self-center px-4 text-center text-ink-3 max-wide:py-4">{t('openOrders.noneHint')}</p>
            ) : null}
          </div>
        ) : data !== undefined ? (
          <div className="-my-4 self-center">
            {isGuest(role) && total === 0 ? (
              <EmptyState icon={PackageCheck} title={t('openOrders.noneAssigned')} />
            ) : (
              <EmptyState icon={PackageCheck} title={t('openOrders.none')} hint={t('openOrders.noneHint')} />
            )}
          </div>
        ) : error !== null ? (
          <div className="-my-4 self-center">
            <ErrorState title={t('openOrders.failed')} hint={messageOf(error, '')} onRetry={refetch} />
          </div>
        ) : (
          // With a key, because the browser counts a shift if its element is used for what replaces it.
          <div key="loading" className="divide-y divide-line">
            <span className="sr-only">{t('state.loading')}</span>
            {Array.from({ length: MAX_OPEN_ORDERS }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical.
              <div key={index} className={`flex items-center justify-between px-4 ${rowClass}`}>
                <Skeleton className="h-3 w-40" />
                <Skeleton className="h-3 w-24" />
              </div>
            ))}
          </div>
        )}
      </div>
      <div
        className={classNames(
          'flex min-h-11 items-center border-line border-t px-4 py-2',
          data === undefined && 'max-wide:invisible',
        )}
      >
        {data === undefined ? null : (
          <Link
            to="/orders"
            search={data.total === 0 ? { page: 1 } : openOrdersParams}
            className="rounded-small text-accent underline-offset-3 hover:underline"
          >
            {data.total === 0 ? t('openOrders.allOrders') : t('openOrders.all', { count: data.total })}
          </Link>
        )}
      </div>
    </Panel>
  );
}

/** Leads to the orders list with the search, and to the order if the search finds only one. */
function OrderSearch() {
  const navigate = useNavigate();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const search = String(new FormData(event.currentTarget).get('search')).trim();
    void navigate(
      search === ''
        ? { to: '/orders', search: { page: 1 } }
        : { to: '/orders', search: { search }, state: { isSearchConfirmed: true } },
    );
  }

  return (
    <search className="relative w-full sheet:w-72">
      <form onSubmit={handleSubmit}>
        <Search aria-hidden className="pointer-events-none absolute top-2.25 left-2.5 size-3.5! text-ink-3" />
        <Input
          type="search"
          name="search"
          aria-label={t('openOrders.search')}
          placeholder={t('orders.search')}
          maxLength={200}
          enterKeyHint="search"
          inToolbar
          className="pl-8!"
        />
      </form>
    </search>
  );
}

/** One line on a wide window; on others what it is, how far it is, and when it changed and is expected. */
function OpenOrder({ order: { id, rawData, progress, assignment, changedAt } }: { order: Order }) {
  const now = useNow(60_000);
  const customer = rawData.entity?.refName;
  const [name, detail] =
    assignment === undefined
      ? [rawData.tranId, rawData.otherRefNum]
      : [assignment.shipTo ?? customer, assignment.shipTo === undefined ? undefined : customer];
  const changed = [changedAt, rawData.lastModifiedDate]
    .filter((instant) => instant !== undefined)
    .toSorted()
    .at(-1);
  return (
    <li className={`col-span-full grid grid-cols-subgrid ${rowClass}`}>
      <Link
        to="/orders"
        // In the list of open orders, which begins with these, so that the dialog can step through them.
        search={{ ...openOrdersParams, order: id }}
        state={{ dialogSteps: 1 }}
        // Padding instead of gaps on a wide window: a column that is empty in all rows takes no room.
        className="col-span-full grid grid-cols-subgrid content-center items-center gap-y-0.5 px-4 -outline-offset-2! hover:bg-hover wide:*:not-first:not-empty:pl-6 min-[88rem]:*:not-first:not-empty:pl-8"
      >
        <span className="truncate max-wide:col-span-2">
          <span className="font-semibold text-ink">{name ?? t('orders.rowLabel', { id })}</span>
          {detail === undefined ? null : (
            <span className="text-ink-3">
              {t('facts.separator')}
              {detail}
            </span>
          )}
        </span>
        <span className="min-w-0 text-ink-2 max-wide:row-start-2">
          {rawData.status === undefined ? null : <StatusChip status={rawData.status.refName} />}
        </span>
        <Shipped progress={progress} />
        <Expected day={progress?.expected} />
        <span className="truncate text-ink-3 text-small max-wide:col-start-1 max-wide:row-start-3 wide:text-right">
          {changed === undefined ? null : t('openOrders.changed', { ago: formatAgo(changed, now) })}
        </span>
      </Link>
    </li>
  );
}

function Shipped({ progress }: Pick<Order, 'progress'>) {
  const { ordered, shipped = 0 } = progress ?? {};
  if (ordered === undefined) return <span className="max-wide:hidden" />;
  return (
    <span className="flex items-center gap-2 whitespace-nowrap text-ink-2 tabular-nums max-sheet:justify-end max-wide:col-start-2 max-wide:row-start-2 max-wide:justify-between">
      <ProgressBar
        value={ordered === 0 ? 0 : shipped / ordered}
        className="h-1! w-8 flex-none bg-pressed max-sheet:hidden wide:max-[88rem]:hidden min-[88rem]:w-12"
      />
      {t('answer.units', { done: formatNumber(shipped), count: ordered })}
    </span>
  );
}

function Expected({ day }: { day: string | undefined }) {
  const today = localToday();
  const isLate = day !== undefined && day < today;
  return (
    <span
      className={`text-small max-wide:col-start-2 max-wide:row-start-3 max-wide:text-right ${isLate ? 'text-danger' : 'text-ink-3'}`}
    >
      {day === undefined
        ? null
        : t(isLate ? 'openOrders.lateSince' : 'openOrders.expected', { day: formatShortDate(day, today) })}
    </span>
  );
}
