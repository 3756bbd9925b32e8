import type { Order } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { orderStatuses, type PaperKind, paperKinds } from '@portal/contract/values';
import { type DataTableColumn, dateColumn, moneyColumn } from '#components/data-table/columns.ts';
import { amountFilter } from '#components/data-table/filters/amount-filter.tsx';
import { daysFilter } from '#components/data-table/filters/days-filter.tsx';
import { optionsFilter } from '#components/data-table/filters/options-filter.tsx';
import { linkFilter, type TableFilter } from '#components/data-table/filters/table-filters.ts';
import { textFilter } from '#components/data-table/filters/text-filter.tsx';
import { OrderStatusChip } from '#components/ui/order-status-chip.tsx';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { isGuest, isStaff, seesOrderNumbers, seesWantedPapers } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { GuestCardTitle, guestCardStatus, guestColumns, guestStatus, twoLines } from './guest-columns.tsx';
import { progressColumns, progressFilters, shippingFilter } from './progress-columns.tsx';

type Column = DataTableColumn<Order>;

const shownToGuests: readonly string[] = ['shipped', 'tracking', 'expected'];

/** Columns of the orders list, in order. Columns that the role cannot see are never built. */
export function ordersColumns(role: Role): Column[] {
  const forGuest = isGuest(role);
  const progress = progressColumns(role);
  const first = progress.filter(({ id }) => shownToGuests.includes(id));
  const others = progress.filter(({ id }) => !shownToGuests.includes(id));
  const { carrier, until, note } = guestColumns;
  return [
    ...(forGuest ? [] : numbers(role)),
    ...(isStaff(role) ? [customer()] : []),
    {
      id: 'status',
      header: t('label.status'),
      cell: (order) => (forGuest ? guestStatus(statusOf(order), order.assignment) : statusOf(order)),
      // The first column of a row has wider padding, and a guest's has the papers that are wanted.
      width: forGuest ? 208 : 176,
      ...(forGuest ? {} : { shrink: { to: 170, rank: 1 } }),
      card: 'lead',
      cardCell: (order) => (forGuest ? guestCardStatus(statusOf(order), order.assignment) : statusOf(order)),
    },
    ...(forGuest ? [shipTo(role), note(), ...first, carrier(), until()] : []),
    date('tranDate', t('orders.column.tranDate'), { hidden: true }),
    date('createdDate', t('orders.column.createdDate'), {
      card: 'note',
      shrink: { to: 116, rank: 1 },
      hidden: forGuest,
    }),
    date('lastModifiedDate', t('label.lastModified'), { hidden: true }),
    date('salesEffectiveDate', t('orders.column.salesEffectiveDate'), { hidden: true, width: 172 }),
    {
      id: 'email',
      header: t('label.email'),
      cell: ({ rawData }) => rawData.email,
      width: 230,
      tone: 'quiet',
      hidden: true,
    },
    reference('terms', t('label.terms'), 130),
    reference('location', t('label.location'), 170),
    reference('currency', t('label.currency'), 110),
    reference('custbody_ns_project', t('label.project'), 190),
    money('subtotal', t('label.subtotal'), { hidden: true }),
    money('custbody_stc_tax_after_discount', t('label.tax'), { hidden: true }),
    money('total', t('label.total'), {
      card: 'figure',
      tone: 'plain',
      shrink: { to: 112, rank: 1 },
      hidden: forGuest,
    }),
    ...(forGuest ? [] : [shipTo(role), ...first]),
    ...others,
  ];
}

function statusOf({ rawData: { status }, progress }: Order) {
  return status === undefined ? undefined : <OrderStatusChip status={status.refName} progress={progress} />;
}

function numbers(role: Role): Column[] {
  return [
    {
      id: 'tranId',
      header: t('orders.column.tranId'),
      cell: ({ rawData }) => rawData.tranId,
      width: 140,
      // Without a checkbox before it, the first column has wider padding.
      shrink: { to: isStaff(role) ? 96 : 112, rank: 1 },
      tone: 'strong',
      card: 'title',
      cardCell: ({ rawData }) => <CardTitle {...rawData} />,
    },
    {
      id: 'memo',
      header: t('label.memo'),
      cell: ({ rawData }) => rawData.memo,
      width: 176,
      shrink: { to: 76, rank: 2 },
      tone: 'quiet',
      grow: !isStaff(role),
    },
    {
      id: 'otherRefNum',
      header: t('orders.column.otherRefNum'),
      cell: ({ rawData }) => rawData.otherRefNum,
      width: 156,
      shrink: { to: 110, rank: 2 },
      tone: 'quiet',
      grow: !isStaff(role),
    },
  ];
}

function customer(): Column {
  return {
    id: 'entity',
    header: t('label.customer'),
    cell: ({ rawData }) => rawData.entity?.refName,
    width: 200,
    shrink: { to: 96, rank: 3 },
    grow: true,
    card: 'line',
  };
}

/** On the phone, an order is known by the customer's own number. */
function CardTitle({ otherRefNum, tranId }: Order['rawData']) {
  if (otherRefNum === undefined) return tranId ?? t('value.none');
  return (
    <span className="min-w-0">
      {otherRefNum} <span className="whitespace-nowrap pl-1 font-regular text-ink-3 text-small">{tranId}</span>
    </span>
  );
}

/** With the customer, it distinguishes orders for guests, who see no numbers. */
function shipTo(role: Role): Column {
  const forGuest = isGuest(role);
  return {
    id: 'shipAddress',
    header: t(forGuest ? 'orders.column.shipTo' : 'order.shipAddress'),
    cell: forGuest ? (order) => twoLines(placeOf(order), order.rawData.entity?.refName) : placeOf,
    width: forGuest ? 190 : 210,
    shrink: { to: forGuest ? 104 : 150, rank: 2 },
    sortable: false,
    tone: forGuest ? 'plain' : 'quiet',
    hidden: !forGuest,
    ...(forGuest
      ? {
          grow: true,
          exported: ['shipAddress', 'entity'],
          card: 'title',
          cardCell: (order) => <GuestCardTitle shipTo={placeOf(order)} customer={order.rawData.entity?.refName} />,
        }
      : { card: 'lead' }),
  };
}

function placeOf({ assignment, rawData }: Order): string | undefined {
  return assignment?.shipTo ?? endOf(rawData.shipAddress);
}

/** The last two lines of an address have the place. */
function endOf(address: string | undefined): string | undefined {
  const lines = address?.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines?.slice(-2).join(', ');
}

type DateField = 'tranDate' | 'createdDate' | 'lastModifiedDate' | 'salesEffectiveDate';

function date(id: DateField, header: string, rest: Partial<Column>): Column {
  return dateColumn(id, header, ({ rawData }) => rawData[id], rest);
}

type ReferenceField = 'terms' | 'location' | 'currency' | 'custbody_ns_project';

function reference(id: ReferenceField, header: string, width: number): Column {
  return { id, header, cell: ({ rawData }) => rawData[id]?.refName, width, tone: 'quiet', hidden: true };
}

type MoneyField = 'subtotal' | 'custbody_stc_tax_after_discount' | 'total';

function money(id: MoneyField, header: string, rest: Partial<Column>): Column {
  return moneyColumn(id, header, ({ rawData }) => rawData[id], rest);
}

/** Filters of the orders list. Fields that the role cannot see cannot be filtered either. */
export function ordersFilters(role: Role): TableFilter[] {
  return [
    {
      kind: optionsFilter(orderStatuses, { renderOption: (status) => <StatusChip status={status} /> }),
      id: 'status',
      label: t('label.status'),
      common: true,
    },
    shippingFilter(),
    // `createData` is the API's fixed name (docs/api.md, Fixed names).
    { kind: daysFilter, id: 'createdDate', label: t('label.created'), serverKey: 'createData', common: true },
    { kind: amountFilter, id: 'total', label: t('label.total'), common: true },
    ...progressFilters(role),
    ...(isGuest(role) ? [assignment()] : []),
    ...(seesWantedPapers(role) ? [missingPapers(role)] : []),
    ...(seesOrderNumbers(role) ? numberFilters() : []),
    ...(isStaff(role) ? [textFor('entity', t('label.customer'))] : []),
    textFor('email', t('label.email')),
    { kind: daysFilter, id: 'tranDate', label: t('orders.column.tranDate') },
    { kind: daysFilter, id: 'lastModifiedDate', label: t('label.lastModified') },
    { kind: daysFilter, id: 'salesEffectiveDate', label: t('orders.column.salesEffectiveDate') },
    textFor('terms', t('label.terms')),
    textFor('location', t('label.location')),
    textFor('currency', t('label.currency')),
    textFor('custbody_ns_project', t('label.project')),
    { kind: amountFilter, id: 'subtotal', label: t('label.subtotal') },
    { kind: amountFilter, id: 'custbody_stc_tax_after_discount', label: t('label.tax') },
  ];
}

function numberFilters(): TableFilter[] {
  return [
    textFor('tranId', t('orders.column.tranId')),
    { ...textFor('memo', t('label.memo')), synonyms: t('orders.synonyms.memo') },
    { ...textFor('otherRefNum', t('orders.column.otherRefNum')), synonyms: t('orders.synonyms.otherRefNum') },
  ];
}

function textFor(id: string, label: string): TableFilter {
  return { kind: textFilter, id, label };
}

/** Filters by open requests for papers; a guest's own. */
function missingPapers(role: Role): TableFilter {
  const kind = optionsFilter(paperKinds, {
    labelOf: (paper) => t(`paper.${paper as PaperKind}`),
    group: { label: t('orders.filter.anyPaper'), options: paperKinds },
  });
  return {
    kind,
    id: 'missingPapers',
    synonyms: t('orders.synonyms.papers'),
    label: t(isStaff(role) ? 'orders.filter.missingPapers' : 'orders.filter.wantedPapers'),
  };
}

/** Filters by assignment: the link in an assignment email contains its id. */
function assignment(): TableFilter {
  return {
    kind: linkFilter(t('orders.filter.assignmentSummary'), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    id: 'assignment',
    label: t('orders.filter.assignment'),
  };
}
