import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ShownView } from '#components/data-table/shown-view.ts';
import { Button } from '#components/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem } from '#components/ui/dropdown-menu.tsx';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyDialog } from '#components/ui/lazy-part.tsx';
import { t } from '#lib/texts.ts';
import { useNarrow } from '#lib/use-media.ts';
import type { Exported, ExportFormat } from './export-kinds.ts';

// The list does not wait for it.
const exportDialog = lazyModule(() => import('./export-dialog.tsx'));

interface ExportMenuProps {
  kind: Exported;
  /** What the list shows: all of it, on every page, goes into the file. */
  view: ShownView;
}

/** Saves the list as it is filtered, sorted and laid out now. */
export function ExportMenu({ kind, view }: ExportMenuProps) {
  const narrow = useNarrow();
  const [wanted, setWanted] = useState<{ format: ExportFormat; view: ShownView } | null>(null);
  const label = t('export.button');
  const choose = (format: ExportFormat) => setWanted({ format, view });
  return (
    <>
      <DropdownMenu
        trigger={
          <Button
            icon={narrow}
            aria-label={narrow ? label : undefined}
            onPointerEnter={exportDialog.prefetch}
            onFocus={exportDialog.prefetch}
          >
            <Download aria-hidden />
            {narrow ? null : label}
          </Button>
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
