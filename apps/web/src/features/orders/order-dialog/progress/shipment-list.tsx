import type { Shipment } from '@portal/contract/orders';
import type { OrderStatus } from '@portal/contract/values';
import { Copy, ExternalLink, Package } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { copyText } from '#lib/copy-link.ts';
import { formatDate, formatFacts, formatNumber } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { FoldedList } from './folded-list.tsx';
import { PartSection } from './part-section.tsx';

/** Shows a shipment's state like the order status of the same extent. */
const looks: Record<Shipment['state'], OrderStatus> = {
  picked: 'Pending Fulfillment',
  packed: 'Partially Fulfilled',
  shipped: 'Billed',
};

interface ShipmentListProps {
  shipments: readonly Shipment[];
  /** When fulfillments were last read completely; null before the first time. */
  freshAt: string | null;
}

/** The shipments of an order, newest first, with their packages and contents. */
export function ShipmentList({ shipments, freshAt }: ShipmentListProps) {
  return (
    <PartSection id="shipments" freshAt={freshAt} isEmpty={shipments.length === 0}>
      <FoldedList
        items={shipments}
        most={3}
        className="grid gap-2"
        render={(shipment) => <ShipmentPanel {...shipment} />}
      />
    </PartSection>
  );
}

function ShipmentPanel({ number, state, date, method, packages, lines }: Shipment) {
  return (
    <div className="grid break-inside-avoid gap-2 rounded-panel border border-line px-3.5 py-3">
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 tabular-nums">
          <StatusChip status={t(`shipments.${state}`)} like={looks[state]} className="font-medium" />
          {date === undefined ? null : <span>{formatDate(date)}</span>}
          {number === undefined ? null : <span className="ml-auto text-ink-3 text-small leading-5">{number}</span>}
        </p>
        {method === undefined ? null : <p className="text-ink-2 [overflow-wrap:anywhere]">{method}</p>}
      </div>
      {packages.length > 0 ? (
        <FoldedList
          items={packages}
          most={5}
          className="grid gap-0.5"
          render={(each) => <PackageRow {...each} isShipped={state === 'shipped'} />}
        />
      ) : state === 'shipped' ? (
        <p className="text-ink-3">{t('shipments.noTracking')}</p>
      ) : null}
      {lines.length === 0 ? null : (
        <FoldedList
          label={t('shipments.contents')}
          items={lines}
          most={4}
          className="grid gap-0.5 border-line border-t pt-2 text-ink-2 text-small"
          render={({ quantity, item }) => (
            <p className="[overflow-wrap:anywhere]">
              {t('answer.item', { quantity: formatNumber(quantity), item: item?.refName ?? t('order.line.item') })}
            </p>
          )}
        />
      )}
    </div>
  );
}

type PackageRowProps = Shipment['packages'][number] & { isShipped: boolean };

function PackageRow({ trackingNumber, trackingUrl, weight, description, isShipped }: PackageRowProps) {
  const number = <span className="print:whitespace-nowrap">{trackingNumber}</span>;
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-2 print:flex-nowrap">
      <Package aria-hidden className="text-ink-3" />
      {trackingNumber === undefined ? (
        <span className="text-ink-3 [overflow-wrap:anywhere]">
          {isShipped ? formatFacts([description, t('shipments.noTracking')]) : (description ?? t('shipments.package'))}
        </span>
      ) : (
        <span className="flex min-w-0 items-center gap-1 font-medium tabular-nums [overflow-wrap:anywhere]">
          {trackingUrl === undefined ? (
            number
          ) : (
            <a
              href={trackingUrl}
              target="_blank"
              rel="noopener"
              data-print-address={trackingUrl}
              className="inline-flex min-h-6 items-center gap-1 rounded-small text-accent underline-offset-3 hover:underline print:inline"
            >
              {number}
              <ExternalLink aria-hidden className="size-3.5! print:hidden" />
              <span className="sr-only">{t('shipments.newWindow')}</span>
            </a>
          )}
          <Button
            variant="ghost"
            size="small"
            icon
            aria-label={t('shipments.copy', { number: trackingNumber })}
            data-tooltip
            onClick={() => copyText(trackingNumber, t('shipments.copied'), t('shipments.copyFailed'))}
          >
            <Copy aria-hidden className="size-3.5!" />
          </Button>
        </span>
      )}
      {weight === undefined ? null : (
        <span className="text-ink-3 text-small tabular-nums max-sheet:not-print:basis-full max-sheet:not-print:pl-6 sheet:ml-auto print:whitespace-nowrap">
          {t('shipments.weight', { weight: formatNumber(weight) })}
        </span>
      )}
    </div>
  );
}
