import { useEffect, useRef, useState } from 'react';
import { readUser } from '#lib/session.ts';
import type { Preset } from './preset.ts';
import { usePresets } from './use-presets.ts';

interface DefaultPresetOptions {
  tableKey: string;
  /** Neither the address nor this browser's last state says anything about the table. */
  plain: boolean;
  /** Returns whether it changes what shows. */
  apply: (preset: Preset) => boolean;
}

/**
 * Applies the default preset to a table that opens with nothing said about it; once in a tab, so that a Reset lasts
 * there. Returns whether this is not decided yet: rows that would go at once need not show.
 */
export function useDefaultPreset({ tableKey, plain, apply }: DefaultPresetOptions): boolean {
  const [waiting, setWaiting] = useState(() => mayHaveDefault(tableKey, plain));
  const { presets, loading } = usePresets(tableKey, waiting);

  const applied = useRef(false);

  useEffect(() => noteOpened(tableKey), [tableKey]);
  useEffect(() => {
    if (!waiting) return;
    // Applied by now, or the reader was quicker.
    if (!plain) setWaiting(false);
    else if (!loading && !applied.current) {
      applied.current = true;
      const preset = presets.find(({ isDefault }) => isDefault);
      if (preset === undefined || !apply(preset)) setWaiting(false);
    }
  }, [waiting, plain, loading, presets, apply]);
  return waiting;
}

/** Whether a default preset may still decide what shows: the rows wait for it then. */
export function mayHaveDefault(tableKey: string, plain: boolean): boolean {
  return plain && !wasOpened(tableKey);
}

/** Of this tab alone, and of whoever is signed in. */
function storageKey(tableKey: string): string {
  return `opened-${tableKey}-${readUser()?.id ?? ''}`;
}

function wasOpened(tableKey: string): boolean {
  try {
    return sessionStorage.getItem(storageKey(tableKey)) !== null;
  } catch {
    return false;
  }
}

function noteOpened(tableKey: string): void {
  try {
    sessionStorage.setItem(storageKey(tableKey), 'yes');
  } catch {
    // A browser may refuse storage: then the default applies at each opening.
  }
}
