import type { Assignment } from '@portal/contract/assignments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PackageOpen, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { FirstRows } from '#components/ui/first-rows.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { api } from '#lib/api.ts';
import { failureText, isSessionEnd, messageOf } from '#lib/api-error.ts';
import { formatDate, formatFacts, formatMoney } from '#lib/format.ts';
import { formatEnd } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { assignedQuery, reloadAssignments } from './assignments-api.ts';
import { orderName } from './order-text.tsx';

interface AssignedListProps {
  /** Empty while no guest is selected. */
  userId: string;
  guest: string;
}

/** Orders assigned to a guest, each with a button to remove access. */
export function AssignedList({ userId, guest }: AssignedListProps) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(assignedQuery(userId));
  const [asked, setAsked] = useState<Assignment>();
  const [asking, setAsking] = useState(false);

  async function handleUnassign() {
    if (asked === undefined) return;
    try {
      const body = { orderIds: [asked.orderId] };
      await api('DELETE /auth/assigned-orders/{userId}', { params: { userId }, body });
      toastSuccess(t('assigned.takenBack'));
    } catch (failure) {
      if (isSessionEnd(failure)) return;
      toastError(t('state.error'), { description: failureText(failure, t('assigned.unassignFailed')) });
    }
    await reloadAssignments(queryClient);
  }

  if (userId === '') return <EmptyState icon={UserRound} title={t('assigned.noGuest')} />;
  if (error !== null && data === undefined) {
    return <ErrorState title={t('assigned.failed')} hint={messageOf(error, '')} onRetry={refetch} />;
  }
  if (data === undefined) return <AssignedSkeleton />;
  return (
    <>
      {data.length === 0 ? (
        <EmptyState icon={PackageOpen} title={t('assigned.none')} />
      ) : (
        <ul aria-label={t('assign.alreadyAssigned')} className="rounded-control border border-line">
          <FirstRows key={userId} rows={data}>
            {(assignment) => (
              <li
                key={assignment.orderId}
                className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-3 py-2 last:border-b-0"
              >
                <AssignedText assignment={assignment} />
                <Button
                  size="small"
                  className="ml-auto"
                  aria-label={t('assigned.unassignOf', { order: nameOf(assignment) })}
                  onClick={() => {
                    setAsked(assignment);
                    setAsking(true);
                  }}
                >
                  {t('assigned.unassign')}
                </Button>
              </li>
            )}
          </FirstRows>
        </ul>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={asked === undefined ? '' : t('assigned.ask', { order: nameOf(asked), guest })}
        description={t('assigned.askHint')}
        confirm={t('assigned.unassign')}
        confirming={t('assigned.takingBack')}
        onConfirm={handleUnassign}
      />
    </>
  );
}

function nameOf({ orderId, tranId }: Assignment): string {
  return orderName({ id: orderId, number: tranId });
}

/** The order, then 'Assigned May 6, 2026 by Ada Byron · until May 8, 2026', then the note. */
function AssignedText({ assignment }: { assignment: Assignment }) {
  const { customer, total, assignedAt, assignedBy, endsAt, note } = assignment;
  const day = formatDate(assignedAt);
  return (
    <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
      <p className="flex items-baseline justify-between gap-x-3">
        <span className="min-w-0">
          <span className="font-medium text-ink">{nameOf(assignment)}</span>
          {customer === undefined ? null : <span className="text-ink-2"> {customer}</span>}
        </span>
        {total === undefined ? null : <span className="shrink-0 text-ink-2 tabular-nums">{formatMoney(total)}</span>}
      </p>
      <p className="text-ink-2 text-small">
        {formatFacts([
          assignedBy === undefined ? t('assigned.on', { day }) : t('assigned.onBy', { day, name: assignedBy }),
          endsAt === null ? undefined : t('assigned.until', { day: formatEnd(endsAt) }),
        ])}
      </p>
      {note === undefined ? null : <p className="whitespace-pre-line text-ink-3 text-small">{note}</p>}
    </div>
  );
}

function AssignedSkeleton() {
  return (
    <div className="grid gap-4 px-3 py-2">
      <span className="sr-only">{t('state.loading')}</span>
      {['w-24', 'w-28', 'w-20'].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-3 w-56" />
        </div>
      ))}
    </div>
  );
}
