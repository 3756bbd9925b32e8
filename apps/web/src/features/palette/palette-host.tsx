import { useEffect } from 'react';
import { lazyModule, useLazyModule } from '#components/ui/lazy-module.ts';
import { usePageMeta } from '#lib/page-meta.ts';
import { showOverlay, useShownOverlay } from '#lib/palette.ts';
import { isPaletteKey, useSingleKey } from '#lib/shortcuts.ts';
import { t } from '#lib/signed-out-texts.ts';
import { toastError } from '#lib/toast.ts';
import { whenIdle } from '#lib/when-idle.ts';

const palette = lazyModule(() => import('./command-palette.tsx'));
const shortcuts = lazyModule(() => import('./shortcuts-dialog.tsx'));

/** Command palette and shortcuts, mounted on every signed-in page. Only the key listener loads initially. */
export function PaletteHost() {
  const { title } = usePageMeta();
  return title === undefined ? null : <KeyListener />;
}

/** Listens for the shortcut keys and opens the dialogs once they are loaded. */
export function KeyListener() {
  const shown = useShownOverlay();
  const { module: loadedPalette, failed: paletteLost } = useLazyModule(palette, shown === 'palette');
  const { module: loadedShortcuts, failed: shortcutsLost } = useLazyModule(shortcuts, shown === 'shortcuts');
  const isLost = paletteLost || shortcutsLost;
  useSingleKey('?', () => showOverlay('shortcuts'));

  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (!isPaletteKey(event) || isQuestionOpen()) return;
      event.preventDefault();
      if (!event.repeat) showOverlay(shown === 'palette' ? undefined : 'palette');
    }
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [shown]);

  useEffect(() => {
    if (!isLost) return;
    toastError(t('errors.network'));
    close();
  }, [isLost]);

  // Load the dialogs when the browser is idle, or at once when they are opened.
  useEffect(
    () =>
      whenIdle(() => {
        palette.prefetch();
        shortcuts.prefetch();
      }),
    [],
  );
  useEffect(() => close, []);

  return (
    <>
      {loadedPalette === undefined || shown !== 'palette' ? null : <loadedPalette.CommandPalette onClose={close} />}
      {loadedShortcuts === undefined ? null : (
        <loadedShortcuts.ShortcutsDialog open={shown === 'shortcuts'} onClose={close} />
      )}
    </>
  );
}

function close() {
  showOverlay(undefined);
}

/**
 * Whether a confirmation or a form is open that leaving would discard. (The attachment form asks for confirmation
 * itself.)
 */
function isQuestionOpen(): boolean {
  return document.querySelector('[role=alertdialog], [role=dialog] form:not(:has([type=file]))') !== null;
}
