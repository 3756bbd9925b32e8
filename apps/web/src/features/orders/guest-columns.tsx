import type { Order } from '@portal/contract/orders';
import type { ReactNode } from 'react';
import type { DataTableColumn } from '#components/data-table/columns.ts';
import { TruncatedText } from '#components/ui/truncated-text.tsx';
import { classNames } from '#lib/class-names.ts';
import { formatEnd } from '#lib/last-day.ts';
import { t } from '#lib/texts.ts';

type Column = DataTableColumn<Order>;

/** Columns of a guest's own assignment, by which it tells its orders apart without their numbers. */
export const guestColumns: Record<'carrier' | 'until' | 'note', () => Column> = {
  carrier: () => ({
    ...shared,
    id: 'carrier',
    header: t('orders.column.carrier'),
    cell: ({ assignment }) => assignment?.carrier,
    width: 150,
    shrink: { to: 100, rank: 3 },
  }),
  until: () => ({
    ...shared,
    id: 'until',
    header: t('orders.column.until'),
    cell: ({ assignment }) => (assignment?.until ? formatEnd(assignment.until) : undefined),
    width: 116,
    figures: true,
    card: 'line',
    cardCell: ({ assignment }) => assignment?.until && t('orders.untilOnCard', { end: formatEnd(assignment.until) }),
  }),
  note: () => ({
    ...shared,
    id: 'note',
    header: t('orders.column.note'),
    // The paper comes first: a note may be long.
    cell: (order) => (order.assignment?.wanted?.length ? <WantedPaper order={order} /> : order.assignment?.note),
    width: 160,
    shrink: { to: 100, rank: 2 },
    grow: true,
    card: 'line',
    cardCell: ({ assignment }) => assignment?.note && <span className="line-clamp-2">{assignment.note}</span>,
  }),
};

const shared = { tone: 'quiet', sortable: false } as const;

const wantedClass = 'min-w-0 rounded-small bg-accent-soft px-1.5 font-medium text-accent text-small';

/** Which papers the guest is asked for, after what stands before them. */
export function WantedPaper({ order: { assignment }, children }: { order: Order; children?: ReactNode }) {
  const [first, ...more] = assignment?.wanted ?? [];
  if (first === undefined) return children;
  const wanted = t('event.paperWanted', { paper: t(`paper.${first}`) });
  const all = [first, ...more].map((kind) => t('event.paperWanted', { paper: t(`paper.${kind}`) })).join(', ');
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      <span className="shrink-0 empty:hidden">{children}</span>
      {more.length === 0 ? (
        <TruncatedText focusable={children === undefined} className={wantedClass}>
          {wanted}
        </TruncatedText>
      ) : (
        <span data-tooltip={all} className={classNames('block truncate', wantedClass)}>
          <span aria-hidden>{`${wanted} +${more.length}`}</span>
          <span className="sr-only">{all}</span>
        </span>
      )}
    </span>
  );
}

/** On the phone, the place with the customer. */
export function GuestCardTitle({ shipTo, customer }: { shipTo: string | undefined; customer: string | undefined }) {
  if (shipTo === undefined) return customer ?? t('value.none');
  return (
    <span className="min-w-0">
      {shipTo} <span className="block font-regular text-ink-3 text-small">{customer}</span>
    </span>
  );
}
