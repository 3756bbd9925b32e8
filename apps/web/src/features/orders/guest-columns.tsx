import type { Order, OwnAssignment } from '@portal/contract/orders';
import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DataTableColumn } from '#components/data-table/columns.ts';
import { TruncatedText } from '#components/ui/truncated-text.tsx';
import { formatValues } from '#lib/format.ts';
import { formatEnd } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';

type Column = DataTableColumn<Order>;

/** Columns of a guest's own assignment, which distinguish its orders without their numbers. */
export const guestColumns: Record<'carrier' | 'until' | 'note', () => Column> = {
  carrier: () => ({
    ...shared,
    id: 'carrier',
    header: t('orders.column.carrier'),
    cell: ({ assignment }) => assignment?.carrier,
    width: 150,
    shrink: { to: 66, rank: 2 },
    card: 'line',
    cardCell: ({ assignment }) => assignment?.carrier && t('orders.carrierOnCard', { carrier: assignment.carrier }),
  }),
  until: () => ({
    ...shared,
    id: 'until',
    header: t('orders.column.until'),
    cell: ({ assignment }) => (assignment?.until ? formatEnd(assignment.until) : undefined),
    width: 116,
    shrink: { to: 115, rank: 1 },
    figures: true,
    card: 'line',
    cardCell: ({ assignment }) => assignment?.until && t('orders.untilOnCard', { end: formatEnd(assignment.until) }),
  }),
  note: () => ({
    ...shared,
    id: 'note',
    header: t('label.note'),
    // The paper comes first: a note may be long.
    cell: ({ assignment }) => wantedPapers(assignment) ?? assignment?.note,
    width: 190,
    shrink: { to: 54, rank: 2 },
    grow: true,
    card: 'line',
    cardCell: ({ assignment }) => assignment?.note && <span className="line-clamp-2">{assignment.note}</span>,
  }),
};

const shared = { tone: 'quiet', sortable: false } as const;

/** The papers that the guest is asked for, truncated; all of them show on focus and hover. */
function wantedPapers(assignment: OwnAssignment | undefined): ReactNode {
  const text = wantedText(assignment);
  return text === undefined ? undefined : <TruncatedText className={wantedClass}>{text}</TruncatedText>;
}

const wantedClass = 'min-w-0 rounded-small bg-accent-soft px-1.5 font-medium text-accent text-small';

function wantedText(assignment: OwnAssignment | undefined): string | undefined {
  const wanted = assignment?.wanted ?? [];
  if (wanted.length === 0) return undefined;
  const papers = wanted.map((kind) => t(`paper.${kind}`));
  return t('orders.wantedPapers', { count: wanted.length, papers: formatValues(papers) });
}

/** The status with a mark if papers are wanted, which the column of the note may not show: it can be hidden. */
export function guestStatus(status: ReactNode, assignment: OwnAssignment | undefined): ReactNode {
  const text = wantedText(assignment);
  if (text === undefined) return status;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {status}
      <span role="img" aria-label={text} data-tooltip className="shrink-0 text-accent">
        <FileQuestion aria-hidden />
      </span>
    </span>
  );
}

/** On the phone, where columns cannot be shown again, the status with all papers that are wanted. */
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

/** The place above the customer, each truncated on its own. */
export function guestPlace(shipTo: string | undefined, customer: string | undefined): ReactNode {
  if (shipTo === undefined || customer === undefined) return shipTo ?? customer;
  return (
    <span className="min-w-0 leading-4">
      <TruncatedText>{shipTo}</TruncatedText>
      <TruncatedText className="font-regular text-ink-3 text-small leading-4">{customer}</TruncatedText>
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
