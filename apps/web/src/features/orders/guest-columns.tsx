import type { Order, OwnAssignment } from '@portal/contract/orders';
import type { ReactNode } from 'react';
import type { DataTableColumn } from '#components/data-table/columns.ts';
import { TruncatedText } from '#components/ui/truncated-text.tsx';
import { formatValues } from '#lib/format.ts';
import { formatEnd } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';

type Column = DataTableColumn<Order>;

/**
 * Columns of a guest's own assignment, which distinguish its orders without their numbers. In the table, the carrier is also
 * below the tracking numbers, and the end of access below the note.
 */
export const guestColumns: Record<'carrier' | 'until' | 'note', () => Column> = {
  carrier: () => ({
    ...shared,
    id: 'carrier',
    header: t('orders.column.carrier'),
    cell: ({ assignment }) => assignment?.carrier,
    width: 170,
    hidden: true,
    card: 'line',
    cardCell: ({ assignment }) => assignment?.carrier && t('orders.carrierOnCard', { carrier: assignment.carrier }),
  }),
  until: () => ({
    ...shared,
    id: 'until',
    header: t('orders.column.until'),
    cell: ({ assignment }) => (assignment?.until ? formatEnd(assignment.until) : undefined),
    width: 124,
    hidden: true,
    figures: true,
    card: 'line',
    cardCell: (order) => endOfAccess(order, 'orders.untilOnCard'),
  }),
  note: () => ({
    ...shared,
    id: 'note',
    header: t('label.note'),
    cell: (order) => twoLines(order.assignment?.note, endOfAccess(order, 'orders.until')),
    width: 220,
    shrink: { to: 116, rank: 2 },
    grow: true,
    exported: ['note', 'until'],
    card: 'line',
    cardCell: ({ assignment }) => assignment?.note && <span className="line-clamp-2">{assignment.note}</span>,
  }),
};

const shared = { tone: 'quiet', sortable: false } as const;

function endOfAccess({ assignment }: Order, text: 'orders.until' | 'orders.untilOnCard'): string | undefined {
  return assignment?.until ? t(text, { end: formatEnd(assignment.until) }) : undefined;
}

const wantedClass = 'min-w-0 rounded-small bg-accent-soft px-1.5 font-medium text-accent text-small';

function wantedText(assignment: OwnAssignment | undefined): string | undefined {
  const wanted = assignment?.wanted ?? [];
  if (wanted.length === 0) return undefined;
  const papers = wanted.map((kind) => t(`paper.${kind}`));
  return t('orders.wantedPapers', { count: wanted.length, papers: formatValues(papers) });
}

/** The status above the papers that the guest is asked for. */
export function guestStatus(status: ReactNode, assignment: OwnAssignment | undefined): ReactNode {
  const text = wantedText(assignment);
  if (text === undefined) return status;
  return (
    // As high as two lines of any other cell: the link around it has padding.
    <span className="-my-1 block min-w-0 leading-4">
      {status}
      <TruncatedText focusable={false} className="pl-5.5 font-medium text-accent text-small leading-4">
        {text}
      </TruncatedText>
    </span>
  );
}

/** On the phone, the status beside the papers, in full. */
export function guestCardStatus(status: ReactNode, assignment: OwnAssignment | undefined): ReactNode {
  const text = wantedText(assignment);
  if (text === undefined) return status;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {status}
      <span className={wantedClass}>{text}</span>
    </span>
  );
}

/** Two facts of a cell, each truncated on its own; one alone looks as in any other cell. */
export function twoLines(first: string | undefined, second: string | undefined): ReactNode {
  if (first === undefined || second === undefined) return first ?? second;
  return (
    <span className="min-w-0 leading-4">
      <TruncatedText>{first}</TruncatedText>
      <TruncatedText className="font-regular text-ink-3 text-small leading-4">{second}</TruncatedText>
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
