import { CloudDownload } from 'lucide-react';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { t } from '#lib/texts.ts';
import type { ListKind } from './sync-api.ts';
import { useSync } from './use-sync.ts';

const labels = { orders: 'sync.orders.button', customers: 'sync.customers.button' } as const;

/** Button that syncs one kind of record with NetSuite. */
export function SyncButton({ kind }: { kind: ListKind }) {
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
