import { useEffect } from 'react';
import { lazyModule, useLazyModule } from '#components/ui/lazy-module.ts';
import { t } from '#lib/messages.ts';
import { usePageMeta } from '#lib/page-meta.ts';
import { showOverlay, useShownOverlay } from '#lib/palette.ts';
import { isPaletteKey, useSingleKey } from '#lib/shortcuts.ts';
import { toastError } from '#lib/toast.ts';
import { whenIdle } from '#lib/when-idle.ts';

const palette = lazyModule(() => import('./command-palette.tsx'));
const shortcuts = lazyModule(() => import('./shortcuts-dialog.tsx'));

/** What one opens from every page behind the sign-in. Only its keys are there from the start. */
export function PaletteHost() {
  const { title } = usePageMeta();
  return title === undefined ? null : <KeyListener />;
}

/** The keys, and what they open once it is loaded. */
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

  // They come when the browser has nothing else to do, or at once when they are wanted.
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
 * Whether something waits for an answer: a question, or a form, which leaving would lose. (The form with which files
 * are attached asks by itself.)
 */
function isQuestionOpen(): boolean {
  return document.querySelector('[role=alertdialog], [role=dialog] form:not(:has([type=file]))') !== null;
}
