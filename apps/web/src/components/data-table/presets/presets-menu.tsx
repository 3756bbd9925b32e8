import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyDialog, LazyPart } from '#components/ui/lazy-part.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { t } from '#lib/texts.ts';
import { useOpening } from '#lib/use-opening.ts';
import type { Preset } from './preset.ts';
import type { PresetsPanelProps } from './presets-panel.tsx';

// Loaded on demand, so that the list does not wait.
const panel = lazyModule(() => import('./presets-panel.tsx'));
const saveDialog = lazyModule(() => import('./save-preset-dialog.tsx'));

/** The button that opens the presets of a table, with the dialogs that save and delete a preset. */
export function PresetsMenu(props: Omit<PresetsPanelProps, 'onSave' | 'onDelete'>) {
  const { tableKey, rules, view, onApply, onView } = props;
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState(false);
  const [deleting, setDeleting] = useState<Preset>();
  const { open: isDeleting, content: deleted } = useOpening(deleting, deleting);

  /** Closes the menu and continues when its button has the focus again, so that a dialog can return the focus there. */
  function leave(then: () => void) {
    flushSync(() => setOpen(false));
    setTimeout(then);
  }

  return (
    <>
      <Popover
        label={t('presets.button')}
        className="w-80"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <ToolbarButton
            icon={Bookmark}
            label={t('presets.button')}
            onPointerEnter={panel.prefetch}
            onFocus={panel.prefetch}
          />
        }
      >
        <LazyPart of={panel} waiting={<Skeleton className="m-2 h-3 w-40" />}>
          {({ PresetsPanel }) => (
            <PresetsPanel
              {...props}
              onApply={(preset) => leave(() => onApply(preset))}
              onView={(chosen) => leave(() => onView(chosen))}
              onSave={() => leave(() => setSaving(true))}
              onDelete={(preset) => leave(() => setDeleting(preset))}
            />
          )}
        </LazyPart>
      </Popover>
      <LazyDialog of={saveDialog} open={saving} onClose={() => setSaving(false)}>
        {({ SavePresetDialog }) => (
          <SavePresetDialog
            open={saving}
            tableKey={tableKey}
            rules={rules}
            view={view}
            onClose={() => setSaving(false)}
          />
        )}
      </LazyDialog>
      {deleted === undefined ? null : (
        <LazyDialog of={panel} open={isDeleting} onClose={() => setDeleting(undefined)}>
          {({ DeletePresetDialog }) => (
            <DeletePresetDialog
              preset={deleted}
              open={isDeleting}
              tableKey={tableKey}
              onClose={() => setDeleting(undefined)}
            />
          )}
        </LazyDialog>
      )}
    </>
  );
}
