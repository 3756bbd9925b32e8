import type { Order } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import {
  billingStates,
  type OrderStatus,
  openStates,
  type ShippingState,
  shippingStates,
} from '@portal/contract/values';
import type { ReactNode } from 'react';
import { type DataTableColumn, dateColumn, moneyColumn } from '#components/data-table/columns.ts';
import { amountFilter } from '#components/data-table/filters/amount-filter.tsx';
import { deadlineFilter, localDaysFilter } from '#components/data-table/filters/days-filter.tsx';
import { optionsFilter } from '#components/data-table/filters/options-filter.tsx';
import type { TableFilter } from '#components/data-table/filters/table-filters.ts';
import { textFilter } from '#components/data-table/filters/text-filter.tsx';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { formatFacts, formatMoney, formatShortDate, formatValues } from '#lib/format.ts';
import { localToday } from '#lib/local-day.ts';
import { isGuest, seesBalances, seesInvoices } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { twoLines } from './guest-columns.tsx';

type Column = DataTableColumn<Order>;

/** Order statuses whose icons show the same progress. */
const icons: Record<ShippingState, OrderStatus> = {
  'awaiting-approval': 'Pending Approval',
  'not-shipped': 'Pending Fulfillment',
  'partly-shipped': 'Partially Fulfilled',
  shipped: 'Billed',
  closed: 'Closed',
  cancelled: 'Cancelled',
};

const shippingChip = (state: ShippingState) => (
  <StatusChip status={t(`orders.shipping.${state}`)} like={icons[state]} />
);

/** Columns with the progress of an order. Guests, who have few other columns, see the first ones from the start. */
export function progressColumns(role: Role): Column[] {
  const forGuest = isGuest(role);
  const hidden = !forGuest;
  return [
    {
      id: 'shipping',
      header: t('orders.column.shipping'),
      cell: ({ progress }) => (progress === undefined ? undefined : shippingChip(progress.shipping)),
      width: 172,
      sortable: false,
      hidden: true,
    },
    {
      id: 'shipped',
      header: t('orders.column.shipped'),
      cell: unitsText,
      width: forGuest ? 116 : 104,
      ...(forGuest ? { shrink: { to: 97, rank: 1 } } : {}),
      tone: 'quiet',
      figures: true,
      sortable: false,
      hidden,
      card: 'line',
      cardCell: shippingLine,
    },
    {
      id: 'tracking',
      header: t('orders.column.tracking'),
      cell: forGuest ? (order) => twoLines(trackingText(order), order.assignment?.carrier) : trackingText,
      width: 190,
      tone: 'quiet',
      figures: true,
      sortable: false,
      hidden,
      ...(forGuest ? { shrink: { to: 100, rank: 2 }, exported: ['tracking', 'carrier'] } : {}),
      card: 'line',
      cardCell: trackingLine,
    },
    dateColumn('expected', t('orders.column.expected'), ({ progress }: Order) => progress?.expected, {
      hidden,
      width: forGuest ? 115 : 124,
      // It only gives way when it is empty.
      ...(forGuest ? { shrink: { to: 115, rank: 1 } } : {}),
    }),
    dateColumn('lastShipped', t('orders.column.lastShipped'), ({ progress }: Order) => progress?.lastShipped, {
      hidden: true,
    }),
    ...(seesInvoices(role) ? billingColumns() : []),
    ...(seesBalances(role)
      ? [
          moneyColumn('openAmount', t('orders.column.openAmount'), ({ progress }: Order) => progress?.openAmount, {
            hidden: true,
            width: 136,
          }),
        ]
      : []),
  ];
}

function billingColumns(): Column[] {
  return [
    {
      id: 'billing',
      header: t('orders.column.billing'),
      cell: ({ progress }) => progress?.billing && t(`orders.billing.${progress.billing}`),
      width: 120,
      tone: 'quiet',
      sortable: false,
      hidden: true,
      card: 'line',
      cardCell: paymentLine,
    },
    dateColumn('dueDate', t('orders.column.dueDate'), ({ progress }: Order) => progress?.dueDate, { hidden: true }),
  ];
}

/** '3 of 12'; nothing for an order whose lines are not known. */
function unitsText({ progress }: Order): string | undefined {
  const { ordered, shipped = 0 } = progress ?? {};
  return ordered === undefined ? undefined : t('orders.shippedOf', { shipped, ordered });
}

function trackingText({ progress }: Order): string | undefined {
  return progress?.tracking && formatValues(progress.tracking);
}

/** On the phone, what has shipped and whether the rest is late; nothing that the status says already. */
function shippingLine({ progress }: Order): ReactNode {
  if (progress === undefined) return undefined;
  const { shipping, ordered, shipped = 0, expected, lastShipped } = progress;
  const today = localToday();
  if (shipping === 'shipped')
    return lastShipped && t('orders.shippedOn', { date: formatShortDate(lastShipped, today) });
  const units = ordered === undefined || shipped === 0 ? '' : t('answer.units', { done: shipped, count: ordered });
  if (expected === undefined || shipping === 'closed' || shipping === 'cancelled') return units;
  const day = formatShortDate(expected, today);
  return expected < today
    ? alarmingLine(units, t('openOrders.lateSince', { day }))
    : formatFacts([units, t('openOrders.expected', { day })]);
}

/** Tracking numbers that a card shows; it counts the others. */
const MAX_TRACKING = 2;

/** On the phone, the tracking numbers. */
function trackingLine({ progress }: Order): ReactNode {
  const numbers = progress?.tracking ?? [];
  const more = numbers.length - MAX_TRACKING;
  const shown = more > 0 ? [...numbers.slice(0, MAX_TRACKING), t('answer.more', { count: more })] : numbers;
  const text = formatValues(shown);
  return text === '' ? undefined : t('orders.trackingOnCard', { numbers: text });
}

/** On the phone, what is open of the invoices, as far as the role sees it, and when it is due. */
function paymentLine({ progress }: Order): ReactNode {
  const { billing, dueDate, openAmount } = progress ?? {};
  if (billing === 'paid') return t('orders.billing.paid');
  if (dueDate === undefined) return undefined;
  const today = localToday();
  const date = formatShortDate(dueDate, today);
  const amount = openAmount === undefined ? '' : t('invoices.openAmount', { amount: formatMoney(openAmount) });
  return dueDate < today
    ? alarmingLine(amount, t('progress.overdue', { date }))
    : formatFacts([amount, t('progress.due', { date })]);
}

function alarmingLine(fact: string, alarm: string): ReactNode {
  return (
    <span>
      {fact}
      {fact && t('facts.separator')}
      <span className="text-danger">{alarm}</span>
    </span>
  );
}

/** Filters by the shipping state; open orders are one choice. */
export function shippingFilter(): TableFilter {
  const kind = optionsFilter(shippingStates, {
    labelOf: (state) => t(`orders.shipping.${state as ShippingState}`),
    renderOption: (state) => shippingChip(state as ShippingState),
    group: { label: t('orders.filter.open'), options: openStates },
  });
  const synonyms = t('orders.synonyms.shipping');
  return { kind, id: 'shipping', label: t('orders.column.shipping'), synonyms, common: true };
}

/** Filters by the rest of the progress, as far as the role sees it. */
export function progressFilters(role: Role): TableFilter[] {
  return [
    { kind: localDaysFilter, id: 'lastShipped', label: t('orders.filter.shipped') },
    {
      kind: deadlineFilter(t('filters.beforeToday')),
      id: 'expected',
      label: t('orders.column.expected'),
      synonyms: t('orders.synonyms.expected'),
    },
    { kind: textFilter, id: 'tracking', label: t('orders.column.tracking') },
    ...(seesInvoices(role) ? billingFilters() : []),
    ...(seesBalances(role)
      ? [
          {
            kind: amountFilter,
            id: 'openAmount',
            label: t('orders.column.openAmount'),
            synonyms: t('orders.synonyms.openAmount'),
          } satisfies TableFilter,
        ]
      : []),
  ];
}

function billingFilters(): TableFilter[] {
  const billing = optionsFilter(billingStates, {
    labelOf: (state) => t(`orders.billing.${state as (typeof billingStates)[number]}`),
  });
  return [
    { kind: billing, id: 'billing', label: t('orders.column.billing'), synonyms: t('orders.synonyms.billing') },
    {
      kind: deadlineFilter(t('orders.filter.overdue')),
      id: 'dueDate',
      label: t('orders.filter.invoiceDue'),
      synonyms: t('orders.synonyms.dueDate'),
    },
  ];
}
