import type { OpenOrders } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { openStates, paperKinds } from '@portal/contract/values';
import { useQuery } from '@tanstack/react-query';
import { compareDecimals } from '#lib/decimal.ts';
import { formatMoney, formatNumber } from '#lib/format.ts';
import { localToday } from '#lib/local-day.ts';
import { seesBalances, seesInvoices } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { CountLink } from './count-link.tsx';
import { openCountsQuery } from './overview-api.ts';

/** What is late, to pay and overdue, and for guests wanted, of a customer's or guest's orders. */
export function Attention({ role }: { role: Role }) {
  const { data } = useQuery(openCountsQuery(localToday()));
  const amounts = seesBalances(role) && (data === undefined || data.openAmount !== undefined);
  return (
    <div className="grid auto-cols-auto grid-flow-col gap-px border-line border-b bg-line wide:auto-cols-[14rem] wide:bg-page">
      <CountLink
        label={t('openOrders.late')}
        {...countOf(data?.late)}
        filters={{ shipping: openStates.join(','), expected: 'before-today' }}
      />
      {amounts ? <Amounts {...data} /> : null}
      {seesInvoices(role) && !amounts ? (
        <CountLink
          label={t('openOrders.overdue')}
          {...countOf(data && (data.overdue ?? null))}
          filters={{ dueDate: 'before-today' }}
        />
      ) : null}
      {role === 'customer_guest' ? (
        <CountLink
          label={t('openOrders.wantedPapers')}
          {...countOf(data?.missingPapers, 'amber')}
          filters={{ missingPapers: paperKinds.join(',') }}
        />
      ) : null}
    </div>
  );
}

function Amounts({ openAmount, overdueAmount }: Partial<OpenOrders>) {
  return (
    <>
      <CountLink
        label={t('openOrders.toPay')}
        value={openAmount === undefined ? undefined : formatMoney(openAmount)}
        filters={{ openAmount: '0.01,' }}
      />
      <CountLink
        label={t('openOrders.overdueAmount')}
        value={overdueAmount === undefined ? undefined : formatMoney(overdueAmount)}
        filters={{ dueDate: 'before-today' }}
        tone={compareDecimals(overdueAmount ?? '0', '0') > 0 ? 'danger' : undefined}
      />
    </>
  );
}

function countOf(count: number | null | undefined, tone: 'danger' | 'amber' = 'danger') {
  return { value: typeof count === 'number' ? formatNumber(count) : count, tone: count ? tone : undefined };
}
