import { openStates } from '@portal/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Panel } from '#components/ui/panel.tsx';
import { classNames } from '#lib/class-names.ts';
import { formatNumber } from '#lib/format.ts';
import { localToday } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import { openCountsQuery } from './overview-api.ts';

/** Numbers of open orders by state, late and overdue ones, each a link to the filtered list. */
export function OrderCounts() {
  const { data } = useQuery(openCountsQuery(localToday()));
  const open = openStates.join(',');
  return (
    <Panel title={t('openOrders.title')} className="overflow-hidden">
      <div className="grid grid-cols-2 gap-px bg-line sheet:grid-cols-3 wide:grid-cols-6">
        {openStates.map((state) => (
          <Count key={state} label={t(`openOrders.${state}`)} count={data?.open[state]} filters={{ shipping: state }} />
        ))}
        <Count
          label={t('openOrders.late')}
          count={data?.late}
          filters={{ shipping: open, expected: 'before-today' }}
          alarming
        />
        <Count label={t('openOrders.overdue')} count={data?.overdue} filters={{ dueDate: 'before-today' }} alarming />
        <Count
          label={t('openOrders.missingProofs')}
          count={data?.missingProofs}
          filters={{ missingPapers: 'proof-of-delivery' }}
        />
      </div>
    </Panel>
  );
}

interface CountProps {
  label: string;
  /** Undefined while loading and after an error. */
  count: number | undefined;
  /** Filters of the orders list, as in its URL. */
  filters: Record<string, string>;
  /** Whether any such order needs attention. */
  alarming?: boolean;
}

function Count({ label, count, filters, alarming = false }: CountProps) {
  return (
    <Link
      to="/orders"
      search={{ page: 1, ...filters }}
      className="grid content-between gap-0.5 bg-page px-4 py-3 -outline-offset-2! hover:bg-hover"
    >
      <span className="text-ink-3">{label}</span>
      <span
        className={classNames(
          'font-semibold text-title tabular-nums',
          alarming && count !== undefined && count > 0 ? 'text-danger' : 'text-ink',
        )}
      >
        {count === undefined ? t('overview.loading') : formatNumber(count)}
      </span>
    </Link>
  );
}
