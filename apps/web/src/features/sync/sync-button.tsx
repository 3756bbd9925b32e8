import { CloudDownload } from 'lucide-react';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { t } from '#lib/texts.ts';
import type { ListKind } from './sync-api.ts';
import { useSync } from './use-sync.ts';

/** Button that syncs one kind of record with NetSuite. */
export function SyncButton({ kind }: { kind: ListKind }) {
  const { busy, start } = useSync(kind);
  return (
    <ToolbarButton
      icon={CloudDownload}
      label={t(`sync.${kind}.button`)}
      shortLabel={t('sync.button')}
      busy={busy}
      busyLabel={t('sync.busy')}
      onClick={start}
    />
  );
}
