import type { OrderStatus } from '@portal/contract/values';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

type Look = OrderStatus | 'Overdue';

interface StatusChipProps {
  /** The order's status as named in NetSuite. An unknown status gets a plain ring. */
  status: string;
  /** Uses this icon instead, for another kind of status, such as a user's. */
  like?: Look | undefined;
  className?: string | undefined;
}

/** An order's status: an icon that fills as the order progresses, always with its label. */
export function StatusChip({ status, like, className }: StatusChipProps) {
  const { colour, glyph } = looks[like ?? (status as Look)] ?? unknown;
  return (
    <span className={classNames('inline-flex min-w-0 items-center gap-2', className)}>
      <svg aria-hidden viewBox="0 0 14 14" className={classNames('size-3.5 flex-none', colour)}>
        {glyph}
      </svg>
      {/* WebKit measures some texts narrower than it paints them: without the padding the last letter is cut off. */}
      <span className="-mr-0.5 truncate pr-0.5">{status}</span>
    </span>
  );
}

const ring = <circle cx="7" cy="7" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.5" />;

function ringWith(inside: ReactNode): ReactNode {
  return (
    <>
      {ring}
      {inside}
    </>
  );
}

function discWith(inside: ReactNode): ReactNode {
  return (
    <>
      <circle cx="7" cy="7" r="6.4" fill="currentColor" />
      {inside}
    </>
  );
}

/** A slice of a disc, clockwise from the top, with `quarters` quarters. */
function slice(quarters: 1 | 2 | 3): ReactNode {
  const end = { 1: '10.4 7', 2: '7 10.4', 3: '3.6 7' }[quarters];
  return <path d={`M7 7V3.6A3.4 3.4 0 ${quarters > 2 ? 1 : 0} 1 ${end}Z`} fill="currentColor" />;
}

/** A symbol cut out of a full disc, in the background color. */
function sign(path: string): ReactNode {
  return (
    <path d={path} fill="none" className="stroke-page" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
  );
}

const looks: Record<Look, { colour: string; glyph: ReactNode }> = {
  'Pending Approval': {
    colour: 'text-status-amber',
    glyph: (
      <circle cx="7" cy="7" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 2.2" />
    ),
  },
  'Pending Fulfillment': { colour: 'text-status-blue', glyph: ringWith(slice(1)) },
  'Partially Fulfilled': { colour: 'text-status-violet', glyph: ringWith(slice(2)) },
  'Pending Billing': { colour: 'text-status-cyan', glyph: ringWith(slice(3)) },
  Billed: { colour: 'text-status-green', glyph: discWith(sign('M4.3 7.2 6.2 9.1 9.8 5.1')) },
  Overdue: {
    colour: 'text-status-red',
    glyph: ringWith(<path d="M7 4.1v3.4M7 9.7v.1" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />),
  },
  Cancelled: { colour: 'text-status-red', glyph: discWith(sign('M5 5 9 9M9 5 5 9')) },
  Closed: { colour: 'text-status-grey', glyph: discWith(sign('M4.4 7H9.6')) },
};
const unknown = { colour: 'text-ink-3', glyph: ring };
