import type { SyncKind } from '@portal/contract/sync';
import { CloudDownload } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/texts.ts';
import { useNarrow } from '#lib/use-media.ts';
import { useSync } from './use-sync.ts';

const labels = { orders: 'sync.orders.button', customers: 'sync.customers.button' } as const;

/** Brings one kind of record up to date with NetSuite. */
export function SyncButton({ kind }: { kind: SyncKind }) {
  const { busy, start } = useSync(kind);
  const narrow = useNarrow();
  const label = t(labels[kind]);
  if (narrow) {
    return (
      <Button icon busy={busy} onClick={start} aria-label={busy ? t('sync.busy') : label}>
        <CloudDownload aria-hidden />
      </Button>
    );
  }
  return (
    <Button busy={busy} busyLabel={t('sync.busy')} onClick={start}>
      <CloudDownload aria-hidden />
      {label}
    </Button>
  );
}
