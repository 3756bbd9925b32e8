import type { OpenOrders } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '#components/ui/panel.tsx';
import { compareDecimals } from '#lib/decimal.ts';
import { formatMoney } from '#lib/format.ts';
import { localToday } from '#lib/local-day.ts';
import { seesBalances } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { countOf, tilesClass } from './attention.tsx';
import { CountLink } from './count-link.tsx';
import { openCountsQuery } from './overview-api.ts';

/** What a customer has to pay and what of it is overdue, in all of its orders. Nothing before the first sync of invoices. */
export function InvoiceTotals({ role }: { role: Role }) {
  const { data } = useQuery(openCountsQuery(localToday()));
  if (data !== undefined && data.overdue === undefined && data.openAmount === undefined) return null;
  const hasAmounts = seesBalances(role) && (data === undefined || data.openAmount !== undefined);
  return (
    <Panel title={t('invoices.title')} className="overflow-hidden">
      <div className={tilesClass}>
        {hasAmounts ? (
          <Amounts {...data} />
        ) : (
          <CountLink
            label={t('openOrders.ordersOverdue')}
            {...countOf(data && (data.overdue ?? null))}
            filters={{ dueDate: 'before-today' }}
          />
        )}
      </div>
    </Panel>
  );
}

function Amounts({ openAmount, overdueAmount, currency }: Partial<OpenOrders>) {
  return (
    <>
      <CountLink
        label={t('openOrders.toPay')}
        value={openAmount === undefined ? undefined : formatMoney(openAmount)}
        unit={currency}
        filters={{ openAmount: '0.01,' }}
      />
      <CountLink
        label={t('openOrders.overdueAmount')}
        value={overdueAmount === undefined ? undefined : formatMoney(overdueAmount)}
        unit={currency}
        filters={{ dueDate: 'before-today' }}
        tone={compareDecimals(overdueAmount ?? '0', '0') > 0 ? 'danger' : undefined}
      />
    </>
  );
}
