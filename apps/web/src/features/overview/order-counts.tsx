import { openStates } from '@portal/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '#components/ui/panel.tsx';
import { formatNumber } from '#lib/format.ts';
import { localToday } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import { CountLink } from './count-link.tsx';
import { openCountsQuery } from './overview-api.ts';

/** Numbers of open orders by state and of late ones, and of all orders what is to be paid or handed in, each a link to the filtered list. */
export function OrderCounts() {
  const { data } = useQuery(openCountsQuery(localToday()));
  const open = openStates.join(',');
  const shown = (count: number | undefined) => (count === undefined ? undefined : formatNumber(count));
  return (
    <div className="grid gap-3 wide:grid-cols-[3fr_2fr]">
      <Panel title={t('openOrders.title')} className="overflow-hidden">
        <div className="grid grid-cols-2 gap-px bg-line sheet:grid-cols-4">
          {openStates.map((state) => (
            <CountLink
              key={state}
              label={t(`orders.shipping.${state}`)}
              value={shown(data?.open[state])}
              filters={{ shipping: state }}
            />
          ))}
          <CountLink
            label={t('openOrders.late')}
            value={shown(data?.late)}
            filters={{ shipping: open, expected: 'before-today' }}
            tone={data?.late ? 'danger' : undefined}
          />
        </div>
      </Panel>
      <Panel title={t('openOrders.invoicesAndPapers')} className="overflow-hidden">
        <div className="grid grid-cols-2 gap-px bg-line">
          <CountLink
            label={t('openOrders.overdue')}
            value={data && (shown(data.overdue) ?? null)}
            filters={{ dueDate: 'before-today' }}
            tone={data?.overdue ? 'danger' : undefined}
          />
          <CountLink
            label={t('openOrders.missingProofs')}
            value={shown(data?.missingProofs)}
            filters={{ missingPapers: 'proof-of-delivery' }}
          />
        </div>
      </Panel>
    </div>
  );
}
