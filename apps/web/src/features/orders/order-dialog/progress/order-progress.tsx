import type { OrderDetail } from '@portal/contract/orders';
import { classNames } from '#lib/class-names.ts';
import { localToday } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import { AsOf } from './as-of.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { PartSkeleton } from './part-section.tsx';
import { progressSentence } from './progress-sentence.ts';
import { progressSteps } from './progress-steps.ts';
import { ProgressTrack } from './progress-track.tsx';
import { ShipmentList } from './shipment-list.tsx';

type Progress = NonNullable<OrderDetail['progress']>;

interface OrderProgressProps {
  order: OrderDetail;
  /** As in `OrderDetails`. */
  state: 'loaded' | 'listed' | 'failed';
}

/** Where the order is: its steps, one plain sentence, its shipments and invoices. */
export function OrderProgress({ order, state }: OrderProgressProps) {
  const { progress } = order;
  if (progress === undefined) return null;
  const today = localToday();
  return (
    <>
      <section
        aria-label={t('progress.title')}
        className="grid gap-4 rounded-panel border border-line px-3 py-4 sheet:px-5"
      >
        <ProgressTrack steps={progressSteps(order, progress, today)} />
        <div className="grid gap-1 sheet:text-center">
          <p
            className={classNames(
              'text-heading text-ink [overflow-wrap:anywhere] sheet:text-balance',
              state !== 'failed' && roomFor(progress, today),
            )}
          >
            {progressSentence(order, progress, today)}
          </p>
          <p className="min-h-5">
            <AsOf instant={oldestRead(order)} label="progress.statusAsOf" />
          </p>
        </div>
      </section>
      {state === 'failed' ? (
        <p className="text-ink-2">
          {t(progress.billing === undefined ? 'progress.shipmentsFailed' : 'progress.failed')}
        </p>
      ) : null}
      {state === 'listed' ? <ExpectedParts progress={progress} /> : null}
      {state === 'loaded' ? <Parts order={order} today={today} /> : null}
    </>
  );
}

/** When the oldest of the records that the steps and the sentence summarize were read. */
function oldestRead({ freshAt, invoices }: OrderDetail): string | undefined {
  if (freshAt === undefined) return undefined;
  const read = [freshAt.orders, freshAt.fulfillments, invoices === undefined ? null : freshAt.invoices];
  return read.filter((instant) => instant !== null).toSorted()[0];
}

/** Height for what follows with the details: the names of carriers and items. */
function roomFor(progress: Progress, today: string): string | undefined {
  const { shipping, expected, shipped = 0, backordered = 0 } = progress;
  const namesItems = backordered > 0 || (shipping === 'partly-shipped' && expected !== undefined && expected < today);
  if (namesItems) return 'min-h-27.5 content-center sheet:min-h-16.5';
  if (shipping === 'partly-shipped') return 'min-h-22 content-center sheet:min-h-11';
  return shipped > 0 ? 'min-h-16.5 content-center sheet:min-h-11' : undefined;
}

/** Shipments beside invoices, in the columns of the details; over the whole width for guests, who see no invoices. */
const columns = 'grid gap-y-4 sheet:has-[>:nth-child(2)]:grid-cols-subgrid';

function Parts({ order, today }: { order: OrderDetail; today: string }) {
  const { shipments, invoices, freshAt } = order;
  if (freshAt === undefined) return null;
  return (
    <div className={columns}>
      {shipments === undefined ? null : <ShipmentList shipments={shipments} freshAt={freshAt.fulfillments} />}
      {invoices === undefined ? null : <InvoiceList invoices={invoices} freshAt={freshAt.invoices} today={today} />}
    </div>
  );
}

/** Placeholders for the shipments and invoices that the list's copy of the order promises. */
function ExpectedParts({ progress }: { progress: Progress }) {
  const { tracking = [], lastShipped, billing } = progress;
  const hasShipments = lastShipped !== undefined || tracking.length > 0;
  return (
    <div className={columns}>
      <PartSkeleton id="shipments" rows={tracking.length} isEmpty={!hasShipments} />
      {billing === undefined ? null : <PartSkeleton id="invoices" rows={0} isEmpty={billing === 'not-billed'} />}
    </div>
  );
}
