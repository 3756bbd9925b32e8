import type { MirrorState, SyncRun } from '@portal/contract/sync';
import { useQuery } from '@tanstack/react-query';
import { Fact } from '#components/ui/fact.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatAgo, formatDateTime, formatFacts, formatNumber } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { useNow } from '#lib/use-now.ts';
import { listKinds, runQuery } from '../sync-api.ts';
import { SyncButton } from '../sync-button.tsx';
import { describeResult } from '../sync-result.ts';
import { RunStatus } from './run-status.tsx';

/** State of one mirror and of its latest run. */
export function MirrorPanel({ mirror: { kind, records, freshAt, isStale, failedRecords } }: { mirror: MirrorState }) {
  const listKind = listKinds.find((each) => each === kind);
  // `useWatchedRuns` keeps those of lists current on every page.
  const refetchInterval = listKind === undefined ? 15_000 : false;
  const { data: run } = useQuery({ ...runQuery(kind), refetchInterval });
  const now = useNow(30_000);
  return (
    <Panel title={t(`operations.${kind}`)} actions={listKind === undefined ? null : <SyncButton kind={listKind} />}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 py-4 tabular-nums">
        <Fact label={t('operations.records')}>{formatNumber(records)}</Fact>
        <Fact label={t('operations.failedRecords')}>
          <span className={failedRecords > 0 ? 'text-danger' : undefined}>{formatNumber(failedRecords)}</span>
        </Fact>
        <Fact label={t('operations.freshness')}>
          {freshAt === null ? (
            t('sync.never')
          ) : (
            <span title={formatDateTime(freshAt)} className={isStale ? 'text-danger' : undefined}>
              {isStale ? t('operations.stale', { ago: formatAgo(freshAt, now) }) : formatAgo(freshAt, now)}
            </span>
          )}
        </Fact>
        <Fact label={t('operations.latestRun')}>{run ? <RunStatus run={run} /> : undefined}</Fact>
      </dl>
      <p className="min-h-9 border-line border-t px-4 py-2 text-ink-3 text-small">{run ? describeRun(run) : null}</p>
    </Panel>
  );
}

/** What a run did, or is doing. */
function describeRun(run: SyncRun): string {
  if (run.status === 'complete') return describeResult(run);
  if (run.status !== 'running') return run.message ?? describeResult(run);
  const { fetched, expected } = run;
  const phase = t(`sync.phase.${run.phase}`);
  return expected === null
    ? phase
    : formatFacts([phase, t('sync.rowsOf', { done: Math.min(fetched, expected), expected })]);
}

export function MirrorSkeleton() {
  return (
    <div aria-hidden className="grid h-44 content-start gap-4 rounded-panel border border-line p-4">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-4 w-56" />
      <Skeleton className="h-4 w-48" />
    </div>
  );
}
