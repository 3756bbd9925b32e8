import type { SyncKind } from '@portal/contract/sync';
import { CloudDownload } from 'lucide-react';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { t } from '#lib/texts.ts';
import { useSync } from './use-sync.ts';

const labels = { orders: 'sync.orders.button', customers: 'sync.customers.button' } as const;

/** Button that syncs one kind of record with NetSuite. */
export function SyncButton({ kind }: { kind: SyncKind }) {
  const { busy, start } = useSync(kind);
  return (
    <ToolbarButton
      icon={CloudDownload}
      label={t(labels[kind])}
      shortLabel={t('sync.button')}
      busy={busy}
      busyLabel={t('sync.busy')}
      onClick={start}
    />
  );
}
