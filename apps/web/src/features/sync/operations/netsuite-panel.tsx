import type { Finding, NetsuiteLimit, SyncOverview } from '@portal/contract/sync';
import { useQueryClient } from '@tanstack/react-query';
import { Check, CircleAlert, Info, type LucideIcon } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { api } from '#lib/api.ts';
import { isSessionEnd, messageOf } from '#lib/api-error.ts';
import { formatAgo, formatDateTime } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { toastError } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { overviewQuery } from './operations-api.ts';

/** What the last check of the NetSuite account found, and how many requests it lets through. */
export function NetsuitePanel({ overview }: { overview: SyncOverview | undefined }) {
  const queryClient = useQueryClient();
  const now = useNow(30_000);
  const check = overview?.check;

  async function runCheck() {
    try {
      const result = await api('POST /sync/check');
      queryClient.setQueryData(overviewQuery.queryKey, (known) => known && { ...known, check: result });
    } catch (error) {
      if (!isSessionEnd(error)) toastError(t('check.failed'), { description: messageOf(error, t('errors.server')) });
    }
  }

  return (
    <Panel
      title={t('check.title')}
      actions={
        <>
          {check ? (
            <p className="text-ink-3 text-small" title={formatDateTime(check.checkedAt)}>
              {t('check.checked', { ago: formatAgo(check.checkedAt, now) })}
            </p>
          ) : null}
          <Button onClick={runCheck} busyLabel={t('check.checking')}>
            {t('check.now')}
          </Button>
        </>
      }
    >
      {overview === undefined ? <Skeleton className="mx-4 my-4.5 h-4 w-64" /> : <Limit limit={overview.netsuite} />}
      {check === null ? <p className="border-line border-t px-4 py-4 text-ink-3">{t('check.never')}</p> : null}
      {check ? (
        <ul aria-label={t('check.title')} className="divide-y divide-line border-line border-t px-4">
          {check.findings.map((finding) => (
            <FindingRow key={`${finding.topic} ${finding.message}`} finding={finding} />
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

function Limit({ limit }: { limit: NetsuiteLimit }) {
  const { configured, allowed, inUse, waiting, openUntil, lastError } = limit;
  return (
    <div className="grid gap-0.5 px-4 py-3 tabular-nums">
      {openUntil === null ? (
        <p className="text-ink">{t('limit.inUse', { inUse, allowed, waiting })}</p>
      ) : (
        <p className="text-danger">{t('limit.open', { date: formatDateTime(openUntil) })}</p>
      )}
      {allowed < configured ? <p className="text-ink-2">{t('limit.reduced', { allowed, configured })}</p> : null}
      {lastError === null ? null : (
        <p className="text-ink-3 text-small [overflow-wrap:anywhere]">
          {t('limit.lastError', { date: formatDateTime(lastError.at), message: lastError.message })}
        </p>
      )}
    </div>
  );
}

const looks: Record<Finding['result'], { icon: LucideIcon; color: string }> = {
  passed: { icon: Check, color: 'text-success' },
  note: { icon: Info, color: 'text-ink-3' },
  failed: { icon: CircleAlert, color: 'text-danger' },
};

function FindingRow({ finding: { topic, result, message } }: { finding: Finding }) {
  const { icon: Icon, color } = looks[result];
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 py-2.5 sheet:grid-cols-[auto_7rem_1fr]">
      <Icon aria-label={t(`check.result.${result}`)} className={`mt-0.5 size-4! ${color}`} />
      <p className="font-medium text-ink">{t(`check.topic.${topic}`)}</p>
      <p className="min-w-0 text-ink-2 [overflow-wrap:anywhere] max-sheet:col-start-2">{message}</p>
    </li>
  );
}
