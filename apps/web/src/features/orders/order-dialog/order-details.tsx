import type { OrderDetail } from '@portal/contract/orders';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Fact, TextLines } from '#components/ui/fact.tsx';
import { formatDate } from '#lib/format.ts';
import { useRole } from '#lib/profile.ts';
import { seesCustomers } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { seesOrderNumbers } from '../orders-columns.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderTotals } from './order-totals.tsx';

interface OrderDetailsProps {
  order: OrderDetail;
  /** False while only the list's copy of the order is available. */
  current: boolean;
}

/** The Details tab: all fields of the order, with totals and dates at the side and the lines below. */
export function OrderDetails({ order, current }: OrderDetailsProps) {
  const role = useRole();
  const { rawData } = order;
  return (
    <div className="grid gap-6">
      <div className="grid gap-x-8 gap-y-4 sheet:grid-cols-[minmax(0,1fr)_minmax(16.5rem,max-content)]">
        <div className="contents content-start gap-4 sheet:order-1 sheet:grid">
          <OrderTotals rawData={rawData} />
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 max-sheet:order-1 sheet:grid-cols-1">
            <Fact label={t('order.created')}>{dateOf(rawData.createdDate)}</Fact>
            <Fact label={t('order.lastModified')}>{dateOf(rawData.lastModifiedDate)}</Fact>
            <Fact label={t('order.salesEffective')}>{dateOf(rawData.salesEffectiveDate)}</Fact>
          </dl>
        </div>
        <dl className="grid grid-cols-2 content-start gap-x-6 gap-y-4">
          <Fact label={t('order.customer')} className="max-sheet:col-span-2">
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
          <Fact label={t('order.email')} className="max-sheet:col-span-2">
            {rawData.email}
          </Fact>
          {seesOrderNumbers(role) ? (
            <>
              <Fact label={t('order.poNumber')}>{rawData.otherRefNum}</Fact>
              <Fact label={t('order.memo')}>{rawData.memo}</Fact>
            </>
          ) : null}
          <Fact label={t('order.billAddress')}>{addressOf(rawData.billAddress)}</Fact>
          <Fact label={t('order.shipAddress')}>{addressOf(rawData.shipAddress)}</Fact>
          <Fact label={t('order.terms')}>{rawData.terms?.refName}</Fact>
          <Fact label={t('order.location')}>{rawData.location?.refName}</Fact>
          <Fact label={t('order.currency')}>{rawData.currency?.refName}</Fact>
          <Fact label={t('order.project')}>{rawData.custbody_ns_project?.refName}</Fact>
        </dl>
      </div>
      <OrderItems order={order} current={current} />
    </div>
  );
}

function dateOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : formatDate(value);
}

function addressOf(text: string | undefined): ReactNode {
  return text === undefined || text === '' ? undefined : <TextLines text={text} />;
}
