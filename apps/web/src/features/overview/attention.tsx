import type { Role } from '@portal/contract/permissions';
import { openStates, paperKinds } from '@portal/contract/values';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#lib/format.ts';
import { localToday } from '#lib/local-day.ts';
import { isGuest } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { CountLink } from './count-link.tsx';
import { openCountsQuery } from './overview-api.ts';

/** Tiles beside each other, as wide as the window on a small one. */
export const tilesClass = 'grid auto-cols-auto grid-flow-col gap-px bg-line wide:auto-cols-[14rem] wide:bg-page';

/** What is late, and for guests wanted, of a customer's or guest's orders. */
export function Attention({ role }: { role: Role }) {
  const { data } = useQuery(openCountsQuery(localToday()));
  return (
    <div className={`${tilesClass} border-line border-b`}>
      <CountLink
        label={t('openOrders.late')}
        {...countOf(data?.late)}
        filters={{ shipping: openStates.join(','), expected: 'before-today' }}
      />
      {isGuest(role) ? (
        <CountLink
          label={t('openOrders.wantedPapers')}
          {...countOf(data?.missingPapers, 'amber')}
          filters={{ missingPapers: paperKinds.join(',') }}
        />
      ) : null}
    </div>
  );
}

/** A number of orders for a tile, in a color unless it is zero. */
export function countOf(count: number | null | undefined, tone: 'danger' | 'amber' = 'danger') {
  return { value: typeof count === 'number' ? formatNumber(count) : count, tone: count ? tone : undefined };
}
