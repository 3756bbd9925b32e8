import type { SyncKind } from '@portal/contract/sync';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatAgo, formatDateTime } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { useNow } from '#lib/use-now.ts';
import { refreshList } from './finish-run.ts';
import { freshnessQuery } from './sync-api.ts';

/** 'Synced 4 min ago': how fresh a list is. The list follows when somebody else's sync has made it fresher. */
export function SyncFreshness({ kind }: { kind: SyncKind }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(freshnessQuery);
  const now = useNow(30_000);
  const fresh = data?.[kind];

  const last = useRef(fresh);
  useEffect(() => {
    if (last.current !== undefined && last.current !== fresh) refreshList(queryClient, kind);
    last.current = fresh;
  }, [queryClient, kind, fresh]);

  return (
    <p
      // As wide as its longest text, also before there is any, so that nothing beside it ever moves.
      className="flex items-center gap-1.5 whitespace-nowrap text-ink-3 text-small tabular-nums sheet:min-w-34 sheet:justify-end max-sheet:empty:hidden"
      title={typeof fresh === 'string' ? formatDateTime(fresh) : undefined}
    >
      {typeof fresh === 'string' ? <Check aria-hidden className="size-3.5! max-sheet:hidden" /> : null}
      {fresh === null ? t('sync.never') : null}
      {typeof fresh === 'string' ? t('sync.fresh', { ago: formatAgo(fresh, now) }) : null}
    </p>
  );
}
