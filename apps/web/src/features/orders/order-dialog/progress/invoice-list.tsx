import type { Invoice } from '@portal/contract/orders';
import { CircleAlert } from 'lucide-react';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { compareDecimals } from '#lib/decimal.ts';
import { formatDate, formatMoney, formatShortDate } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { FoldedList } from './folded-list.tsx';
import { PartSection } from './part-section.tsx';

interface InvoiceListProps {
  invoices: readonly Invoice[];
  /** When invoices were last read completely; null before the first time. */
  freshAt: string | null;
  /** `YYYY-MM-DD` in the user's time zone. */
  today: string;
}

/** The invoices of an order, newest first, with what is open and when it is due. */
export function InvoiceList({ invoices, freshAt, today }: InvoiceListProps) {
  return (
    <PartSection id="invoices" freshAt={freshAt} isEmpty={invoices.length === 0}>
      <FoldedList
        items={invoices}
        most={3}
        className="grid gap-2"
        render={(invoice) => <InvoicePanel invoice={invoice} today={today} />}
      />
    </PartSection>
  );
}

const looks = { paid: 'Billed', open: 'Pending Fulfillment', voided: 'Cancelled' } as const;

function InvoicePanel({ invoice, today }: { invoice: Invoice; today: string }) {
  const { number, date, dueDate, currency, total, openAmount } = invoice;
  const state = invoice.state === 'open' && dueDate !== undefined && dueDate < today ? 'overdue' : invoice.state;
  const isOpen = invoice.state === 'open';
  const isPartOpen = isOpen && openAmount !== undefined && compareDecimals(openAmount, '0') > 0;
  return (
    <div className="grid break-inside-avoid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-panel border border-line px-3.5 py-3 tabular-nums">
      <p className="font-medium [overflow-wrap:anywhere]">{number ?? t('invoices.invoice')}</p>
      <p className="text-right">
        {total === undefined ? t('value.none') : formatMoney(total)}
        {currency === undefined ? null : <span className="text-ink-3 text-small"> {currency.refName}</span>}
      </p>
      <p className="text-ink-3 text-small">{date === undefined ? null : formatDate(date)}</p>
      <p className="text-right text-ink-2 text-small">
        {isPartOpen ? t('invoices.openAmount', { amount: formatMoney(openAmount) }) : null}
      </p>
      <p className="col-span-2 flex flex-wrap items-center justify-between gap-x-3 border-line border-t pt-2">
        {state === 'overdue' ? (
          <span className="inline-flex items-center gap-2 text-danger">
            <CircleAlert aria-hidden className="size-3.5!" />
            {t('invoices.overdue')}
          </span>
        ) : (
          <StatusChip status={t(`invoices.${state}`)} like={looks[state]} />
        )}
        {dueDate === undefined || !isOpen ? null : (
          <span className={state === 'overdue' ? 'text-danger' : 'text-ink-2'}>
            {t('progress.due', { date: formatShortDate(dueDate, today) })}
          </span>
        )}
      </p>
    </div>
  );
}
