import { type ComponentType, useEffect, useState } from 'react';
import { t } from '#lib/messages.ts';
import { usePageMeta } from '#lib/page-meta.ts';
import { showOverlay, useShownOverlay } from '#lib/palette.ts';
import { isPaletteKey, useSingleKey } from '#lib/shortcuts.ts';
import { toastError } from '#lib/toast.ts';
import { whenIdle } from './when-idle.ts';

interface Parts {
  CommandPalette: ComponentType<{ onClose: () => void }>;
  ShortcutsDialog: ComponentType<{ open: boolean; onClose: () => void }>;
}

/** What one opens from every page behind the sign-in. Only its keys are there from the start. */
export function PaletteHost() {
  const { title } = usePageMeta();
  return title === undefined ? null : <KeyListener />;
}

/** The keys, and what they open once it is loaded. */
export function KeyListener() {
  const shown = useShownOverlay();
  const parts = useParts(shown !== undefined);
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

  useEffect(() => close, []);

  if (parts === undefined) return null;
  return (
    <>
      {shown === 'palette' ? <parts.CommandPalette onClose={close} /> : null}
      <parts.ShortcutsDialog open={shown === 'shortcuts'} onClose={close} />
    </>
  );
}

/** Loads the rest when the browser has nothing else to do, and at once when it is wanted. */
function useParts(wanted: boolean): Parts | undefined {
  const [parts, setParts] = useState<Parts>();
  const isLoaded = parts !== undefined;

  useEffect(() => {
    if (!isLoaded && !wanted) return whenIdle(() => void loadParts().then(setParts, () => undefined));
  }, [isLoaded, wanted]);

  useEffect(() => {
    if (isLoaded || !wanted) return;
    loadParts().then(setParts, () => {
      toastError(t('errors.network'));
      close();
    });
  }, [isLoaded, wanted]);
  return parts;
}

async function loadParts(): Promise<Parts> {
  const [{ CommandPalette }, { ShortcutsDialog }] = await Promise.all([
    import('./command-palette.tsx'),
    import('./shortcuts-dialog.tsx'),
  ]);
  return { CommandPalette, ShortcutsDialog };
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
