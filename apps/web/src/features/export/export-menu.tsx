import type { ExportFormat } from '@portal/contract/listing';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ShownView } from '#components/data-table/page-request.ts';
import { DropdownMenu, DropdownMenuItem } from '#components/ui/dropdown-menu.tsx';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyDialog } from '#components/ui/lazy-part.tsx';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { t } from '#lib/texts.ts';
import type { Exported } from './fetch-export.ts';

// Loaded separately, so that the list does not wait for it.
const exportDialog = lazyModule(() => import('./export-dialog.tsx'));

interface ExportMenuProps {
  kind: Exported;
  /** The list's current view. The export contains all of its pages. */
  view: ShownView;
}

/** Exports the list with its current filters, sort and columns. */
export function ExportMenu({ kind, view }: ExportMenuProps) {
  const [wanted, setWanted] = useState<{ format: ExportFormat; view: ShownView } | null>(null);
  const choose = (format: ExportFormat) => setWanted({ format, view });
  return (
    <>
      <DropdownMenu
        trigger={
          <ToolbarButton
            icon={Download}
            label={t('export.button')}
            onPointerEnter={exportDialog.prefetch}
            onFocus={exportDialog.prefetch}
          />
        }
      >
        <DropdownMenuItem onSelect={() => choose('csv')}>{t('export.csv')}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => choose('xlsx')}>{t('export.xlsx')}</DropdownMenuItem>
      </DropdownMenu>
      {wanted === null ? null : (
        <LazyDialog of={exportDialog} open onClose={() => setWanted(null)}>
          {({ ExportDialog }) => <ExportDialog kind={kind} {...wanted} onClose={() => setWanted(null)} />}
        </LazyDialog>
      )}
    </>
  );
}
