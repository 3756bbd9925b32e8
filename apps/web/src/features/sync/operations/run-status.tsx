import type { SyncRun, SyncStatus } from '@portal/contract/sync';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { t } from '#lib/texts.ts';

/** The order status whose icon stands for a run's status. */
const looks = {
  running: 'Pending Fulfillment',
  complete: 'Billed',
  partial: 'Pending Approval',
  failed: 'Cancelled',
  cancelled: 'Closed',
} as const satisfies Record<SyncStatus, string>;

/** A run's status: an icon with its label. */
export function RunStatus({ run: { status } }: { run: SyncRun }) {
  return <StatusChip status={t(`run.${status}`)} like={looks[status]} className="self-start" />;
}
