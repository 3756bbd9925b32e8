import { type Preset, readPresets } from './preset.ts';

/**
 * One change to a list of presets. Changes refer to presets by id, so that they apply to the server's current list and
 * keep what another session saved in the meantime. Changes are idempotent.
 */
export type PresetChange =
  /**
   * Adds a preset, or replaces the one with its id. The default stays the same. `base` is the preset that the user
   * chose to replace, as it was at that time.
   */
  | { kind: 'put'; preset: Preset; base?: Preset }
  /** `base` is the preset as it was when the user chose to delete it. */
  | { kind: 'delete'; id: string; base?: Preset }
  /** Makes a preset the only default; null clears the default. */
  | { kind: 'default'; id: string | null };

/** Applies changes in order to the current list. */
export function applyChanges(presets: readonly Preset[], changes: readonly PresetChange[]): Preset[] {
  return changes.reduce<Preset[]>(applyChange, [...presets]);
}

/**
 * Whether a change conflicts with another session's change to the same preset: the preset was edited since the user saw
 * it, or was deleted before it became the default. A change that has already been applied is not a conflict.
 */
export function isConflict(presets: readonly Preset[], change: PresetChange): boolean {
  if (change.kind === 'default') return change.id !== null && !presets.some(({ id }) => id === change.id);
  const current = presets.find(({ id }) => id === (change.kind === 'put' ? change.preset.id : change.id));
  if (change.base === undefined || current === undefined || isSame(current, change.base)) return false;
  return change.kind === 'delete' || !isSame(current, change.preset);
}

/**
 * Applies changes that were made while the server was unreachable. A conflicting save is added as a copy under the same
 * name; other conflicting changes are dropped. No saved data is lost.
 */
export function applyPending(presets: readonly Preset[], changes: readonly PresetChange[]): Preset[] {
  return changes.reduce<Preset[]>(
    (list, change) => {
      if (!isConflict(list, change)) return applyChange(list, change);
      return change.kind === 'put' ? applyChange(list, { kind: 'put', preset: copyOf(change.preset) }) : list;
    },
    [...presets],
  );
}

/** The id is derived from the preset, so that a retry finds the copy from the first attempt. */
function copyOf(preset: Preset): Preset {
  return { ...preset, id: `${preset.id}-${preset.createdAt.replace(/\D/g, '')}` };
}

/** Being the default is not part of a preset's content. */
function isSame(one: Preset, other: Preset): boolean {
  const [first, second] = [one, other].map((preset) => JSON.stringify(readPresets([{ ...preset, isDefault: false }])));
  return first === second;
}

function applyChange(presets: Preset[], change: PresetChange): Preset[] {
  switch (change.kind) {
    case 'put': {
      const { preset } = change;
      const known = presets.find(({ id }) => id === preset.id);
      const put = { ...known, ...preset, isDefault: known?.isDefault ?? false };
      return known === undefined ? [...presets, put] : presets.map((other) => (other === known ? put : other));
    }
    case 'delete':
      return presets.filter(({ id }) => id !== change.id);
    case 'default':
      // Another session may have deleted the preset: keep the current default.
      if (change.id !== null && !presets.some(({ id }) => id === change.id)) return presets;
      return presets.map((preset) => ({ ...preset, isDefault: preset.id === change.id }));
  }
}
