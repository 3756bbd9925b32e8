import type { OrderDetail, OwnAssignment } from '@portal/contract/orders';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CustomFacts } from '#components/ui/custom-facts.tsx';
import { Fact, TextLines } from '#components/ui/fact.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { formatDate } from '#lib/format.ts';
import { formatEnd } from '#lib/local-day.ts';
import { useRole } from '#lib/profile.ts';
import { seesCustomers, seesOrderNumbers } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderTotals } from './order-totals.tsx';
import { OrderProgress } from './progress/order-progress.tsx';

interface OrderDetailsProps {
  order: OrderDetail;
  /** `listed`: the list's copy of the order, which has no items; `failed`: the same, and the order could not be loaded. */
  state: 'loaded' | 'listed' | 'failed';
  /** Loads the order again. */
  onRetry: () => Promise<unknown>;
}

/** The Details tab: all fields of the order, with totals and dates at the side and the lines below. */
export function OrderDetails({ order, state, onRetry }: OrderDetailsProps) {
  const role = useRole();
  const [isRetrying, setIsRetrying] = useState(false);
  const { rawData } = order;

  async function retry() {
    setIsRetrying(true);
    await onRetry();
    setIsRetrying(false);
  }

  // Shown during a retry as well, so that its button keeps the focus.
  const missing =
    state === 'failed' || isRetrying ? (
      <div role="alert" className="flex items-center justify-between gap-4 text-ink-2">
        <p>{t('order.linesFailed')}</p>
        <Button size="small" onClick={retry} busyLabel={t('action.retrying')}>
          {t('action.retry')}
        </Button>
      </div>
    ) : state === 'loaded' ? (
      <p className="text-ink-3">{t('order.linesPending')}</p>
    ) : undefined;

  return (
    <div className="grid gap-x-8 gap-y-6 *:col-span-full sheet:grid-cols-[minmax(0,1fr)_minmax(17.25rem,max-content)]">
      {order.assignment === undefined ? null : <OwnAssignmentFacts {...order.assignment} />}
      <OrderProgress order={order} state={state} />
      <div
        className={classNames(
          'grid gap-y-6 *:col-span-full sheet:grid-cols-subgrid',
          state === 'listed' && mayGrow(order) && 'invisible',
        )}
      >
        <div className="grid gap-y-4 sheet:grid-cols-subgrid">
          <div className="contents content-start gap-4 sheet:order-1 sheet:grid">
            <OrderTotals rawData={rawData} />
            <dl className="grid grid-cols-2 gap-x-6 gap-y-4 max-sheet:order-1 sheet:grid-cols-1">
              <Fact label={t('label.created')}>{dateOf(rawData.createdDate)}</Fact>
              <Fact label={t('label.lastModified')}>{dateOf(rawData.lastModifiedDate)}</Fact>
              <Fact label={t('order.salesEffective')}>{dateOf(rawData.salesEffectiveDate)}</Fact>
            </dl>
          </div>
          <dl className="grid grid-cols-2 content-start gap-x-6 gap-y-4">
            <Fact label={t('label.customer')} className="max-sheet:col-span-2">
              {rawData.entity?.id === undefined || !seesCustomers(role) ? (
                rawData.entity?.refName
              ) : (
                <Link
                  to="/customers"
                  search={{ customer: rawData.entity.id }}
                  className="rounded-small underline decoration-field underline-offset-3 hover:decoration-ink"
                >
                  {rawData.entity.refName}
                </Link>
              )}
            </Fact>
            <Fact label={t('label.email')} className="max-sheet:col-span-2">
              {rawData.email === undefined ? undefined : emailLines(rawData.email)}
            </Fact>
            {seesOrderNumbers(role) ? (
              <>
                <Fact label={t('order.poNumber')}>{rawData.otherRefNum}</Fact>
                <Fact label={t('label.memo')}>{rawData.memo}</Fact>
              </>
            ) : null}
            <Fact label={t('order.billAddress')}>{addressOf(rawData.billAddress)}</Fact>
            <Fact label={t('order.shipAddress')}>{addressOf(rawData.shipAddress)}</Fact>
            <Fact label={t('label.terms')}>{rawData.terms?.refName}</Fact>
            <Fact label={t('label.location')}>{rawData.location?.refName}</Fact>
            <Fact label={t('label.currency')}>{rawData.currency?.refName}</Fact>
            <Fact label={t('label.project')}>{rawData.custbody_ns_project?.refName}</Fact>
            <CustomFacts fields={order.customFields} />
          </dl>
        </div>
        <OrderLines
          item={rawData.item}
          missing={missing}
          freshAt={order.freshAt?.orders}
          showsBilled={order.progress?.billing !== undefined}
        />
      </div>
    </div>
  );
}

/**
 * Whether there may be more shipments or invoices than the list's copy of the order shows: then what follows them waits
 * for the details, instead of moving when they arrive.
 */
function mayGrow({ progress }: OrderDetail): boolean {
  return (progress?.tracking?.length ?? 0) > 1 || progress?.billing === 'partly-billed';
}

/** By what a guest, who sees no numbers, recognizes the order. */
function OwnAssignmentFacts({ shipTo, carrier, until, note }: OwnAssignment) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sheet:grid-cols-3">
      <Fact label={t('orders.column.shipTo')}>{shipTo}</Fact>
      <Fact label={t('orders.column.carrier')}>{carrier}</Fact>
      <Fact label={t('orders.column.until')}>{until === null ? t('order.noEnd') : formatEnd(until)}</Fact>
      {note === undefined ? null : (
        <Fact label={t('label.note')} className="col-span-full">
          <TextLines text={note} />
        </Fact>
      )}
    </dl>
  );
}

function dateOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : formatDate(value);
}

function addressOf(text: string | undefined): ReactNode {
  return text === undefined || text === '' ? undefined : <TextLines text={text} />;
}

/** An email address that breaks after its @ rather than before its last letter. */
function emailLines(email: string): ReactNode {
  const domain = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </>
  );
}

const parties = ['w-32', 'w-40'];
const numbers = ['w-24', 'w-36'];
const facts = ['w-40 h-27', 'w-40 h-27', 'w-16', 'w-28', 'w-12', 'w-32'];
const dates = ['w-20', 'w-20', 'w-20'];

/** Placeholder for the Details tab with the layout of a loaded order. */
export function OrderDetailsSkeleton() {
  const role = useRole();
  return (
    <div className="grid gap-6">
      <span className="sr-only">{t('state.loading')}</span>
      <Skeleton className="h-36 w-full rounded-panel!" />
      <div className="grid gap-x-8 gap-y-4 sheet:grid-cols-[minmax(0,1fr)_17.25rem]">
        <div className="contents content-start gap-4 sheet:order-1 sheet:grid">
          <Skeleton className="h-36 w-full rounded-panel!" />
          <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-sheet:order-1 sheet:grid-cols-1">
            <SkeletonFacts sizes={dates} />
          </div>
        </div>
        <div className="grid grid-cols-2 content-start gap-x-6 gap-y-4">
          <SkeletonFacts sizes={parties} className="max-sheet:col-span-2" />
          {seesOrderNumbers(role) ? <SkeletonFacts sizes={numbers} /> : null}
          <SkeletonFacts sizes={facts} />
        </div>
      </div>
      <OrderLines item={undefined} />
    </div>
  );
}

/** Placeholder labels and values, each as high as a `Fact`. */
function SkeletonFacts({ sizes, className }: { sizes: readonly string[]; className?: string }) {
  return sizes.map((size, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders have no identity but their position.
    <div key={index} className={classNames('grid min-h-9.5 content-start gap-1.5 pt-0.75', className)}>
      <Skeleton className="h-3 w-16" />
      <Skeleton className={`h-3.5 ${size}`} />
    </div>
  ));
}
