import { useEffect, useRef, useState } from 'react';
import { readUser } from '#lib/session.ts';
import type { Preset } from './preset.ts';
import type { SavedView } from './preset-view.ts';
import { usePresets } from './use-presets.ts';

interface DefaultPresetOptions {
  tableKey: string;
  /** Neither the URL nor this browser's last state says anything about the table. */
  plain: boolean;
  /** Applies when no preset is the default. */
  defaultView: SavedView | undefined;
  /** Returns whether it changes what shows. */
  apply: (preset: Preset) => boolean;
  /** Returns whether it changes what shows. */
  applyView: (view: SavedView) => boolean;
}

/**
 * Applies the default preset, or else the default view, to a table that opens with nothing said about it; once in a
 * tab, so that a Reset lasts there. Returns whether this is still being resolved: rows that would be replaced at once
 * need not show.
 */
export function useDefaultPreset(options: DefaultPresetOptions): boolean {
  const { tableKey, plain, defaultView, apply, applyView } = options;
  const [resolving, setResolving] = useState(() => mayHaveDefault(tableKey, plain));
  const { presets, loading } = usePresets(tableKey, resolving);

  const applied = useRef(false);

  useEffect(() => noteOpened(tableKey), [tableKey]);
  useEffect(() => {
    if (!resolving) return;
    // Applied by now, or the user was quicker.
    if (!plain) setResolving(false);
    else if (!loading && !applied.current) {
      applied.current = true;
      const preset = presets.find(({ isDefault }) => isDefault);
      const changes = preset !== undefined ? apply(preset) : defaultView !== undefined && applyView(defaultView);
      if (!changes) setResolving(false);
    }
  }, [resolving, plain, loading, presets, defaultView, apply, applyView]);
  return resolving;
}

/** Whether a default may still determine what shows: the rows wait for it then. */
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
