import type { HeldDecision, HeldDeletions } from '@portal/contract/sync';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { api } from '#lib/api.ts';
import { isSessionEnd, messageOf } from '#lib/api-error.ts';
import { classNames } from '#lib/class-names.ts';
import { formatDateTime } from '#lib/format.ts';
import { useRole } from '#lib/profile.ts';
import { mayDecideDeletions } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { refreshOperations } from './operations-api.ts';

/** Records that NetSuite no longer returns. An administrator removes or keeps them, and may decide again about kept ones. */
export function HeldNotice({ held: { kind, records, heldAt, isKept } }: { held: HeldDeletions }) {
  const queryClient = useQueryClient();
  const mayDecide = mayDecideDeletions(useRole());
  const [asking, setAsking] = useState(false);

  async function decide(decision: HeldDecision) {
    try {
      const answer = await api('POST /sync/held-deletions/{kind}', { params: { kind }, body: { decision } });
      const count = answer.records;
      // What waits again shows its own notice.
      if (decision !== 'reconsider')
        toastSuccess(t(decision === 'remove' ? `held.removed.${kind}` : `held.kept.${kind}`, { count }));
      const list = kind === 'customers' ? 'customers' : 'sales-orders';
      if (decision === 'remove') await queryClient.invalidateQueries({ queryKey: [list] });
    } catch (error) {
      if (isSessionEnd(error)) return;
      toastError(t('held.failed'), { description: messageOf(error, t('errors.server')) });
    }
    await refreshOperations(queryClient);
  }

  return (
    <section
      aria-label={t(`held.title.${kind}`, { count: records })}
      className={classNames(
        'flex flex-wrap items-start gap-x-4 gap-y-3 rounded-panel border px-4 py-3',
        isKept ? 'border-line' : 'border-danger/40 bg-danger-soft',
      )}
    >
      <TriangleAlert
        aria-hidden
        className={classNames('mt-0.5 size-4.5! shrink-0', isKept ? 'text-ink-3' : 'text-danger')}
      />
      <div className="min-w-0 flex-[1_1_20rem]">
        <h2 className="font-semibold text-ink">{t(`held.title.${kind}`, { count: records })}</h2>
        <p className="text-ink-2">{t(isKept ? 'held.keptHint' : 'held.hint')}</p>
        <p className="text-ink-2 text-small">
          {t(mayDecide || isKept ? 'held.since' : 'held.sinceForMember', { date: formatDateTime(heldAt) })}
        </p>
      </div>
      {mayDecide && isKept ? (
        <Button onClick={() => decide('reconsider')} busyLabel={t('held.reconsidering')}>
          {t('held.reconsider')}
        </Button>
      ) : null}
      {mayDecide && !isKept ? (
        <div className="flex gap-2">
          <Button onClick={() => decide('keep')} busyLabel={t('held.keeping')}>
            {t('held.keep')}
          </Button>
          <Button variant="danger" onClick={() => setAsking(true)}>
            {t('held.confirm')}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(`held.ask.${kind}`, { count: records })}
        description={t('held.askHint')}
        confirm={t('held.remove')}
        confirming={t('held.removing')}
        onConfirm={() => decide('remove')}
      />
    </section>
  );
}
