import { useEffect, useRef, useState } from 'react';
import { readOwner } from '#lib/session.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import type { Preset } from './preset.ts';
import type { BuiltInView } from './preset-view.ts';
import { usePresets } from './use-presets.ts';

interface DefaultPresetOptions {
  tableKey: string;
  /** Neither the URL nor this browser's last state defines the table's state. */
  isUnset: boolean;
  /** Applies if no preset is the default. */
  defaultView: BuiltInView | undefined;
  /** Returns whether the table's state changes. */
  apply: (preset: Preset) => boolean;
  /** Returns whether the table's state changes. */
  applyView: (view: BuiltInView) => boolean;
}

/**
 * Applies the default preset, or else the default view, when a table opens without any other state. It does so once per
 * tab, so that a Reset lasts there. Returns whether this is still being resolved: rows that would be replaced
 * immediately need not show.
 */
export function useDefaultPreset(options: DefaultPresetOptions): boolean {
  const { tableKey, isUnset, defaultView, apply, applyView } = options;
  const [resolving, setResolving] = useState(() => mayHaveDefault(tableKey, isUnset));
  const { presets, loading } = usePresets(tableKey, resolving);

  const applied = useRef(false);

  useEffect(() => writeStored(storageKey(tableKey), 'yes', 'sessionStorage'), [tableKey]);
  useEffect(() => {
    if (!resolving) return;
    // Already applied, or the user has changed the state first.
    if (!isUnset) setResolving(false);
    else if (!loading && !applied.current) {
      applied.current = true;
      const preset = presets.find(({ isDefault }) => isDefault);
      const changes = preset !== undefined ? apply(preset) : defaultView !== undefined && applyView(defaultView);
      if (!changes) setResolving(false);
    }
  }, [resolving, isUnset, loading, presets, defaultView, apply, applyView]);
  return resolving;
}

/** Whether a default may still change the state, so that the rows should wait. */
export function mayHaveDefault(tableKey: string, isUnset: boolean): boolean {
  return isUnset && readStored(storageKey(tableKey), 'sessionStorage') === null;
}

/** Stored per tab and per user. */
function storageKey(tableKey: string): string {
  return `opened-${tableKey}-${readOwner()}`;
}
