import { type Preset, readPresets } from './preset.ts';

/**
 * One change to a list of presets. Changes name presets by id, so that they can be applied to whatever list the server
 * has by then: what another session saved meanwhile stays. Applying one twice is the same as applying it once.
 */
export type PresetChange =
  /**
   * Adds a preset, or replaces the one with its id. Which one is the default stays as it is.
   * `base` is the preset that the user chose to replace, as it was then.
   */
  | { kind: 'put'; preset: Preset; base?: Preset }
  /** `base` is the preset as it was when the user chose to delete it. */
  | { kind: 'delete'; id: string; base?: Preset }
  /** Makes a preset the only default; null: none is. */
  | { kind: 'default'; id: string | null };

/** Applies changes to a list, in their order, whatever the list holds by now. */
export function applyChanges(presets: readonly Preset[], changes: readonly PresetChange[]): Preset[] {
  return changes.reduce<Preset[]>(applyChange, [...presets]);
}

/**
 * Whether a change would undo what another session did to the same preset: it was edited since the user saw it, or
 * deleted when it was to become the default. A change that has been applied already is no conflict.
 */
export function isConflict(presets: readonly Preset[], change: PresetChange): boolean {
  if (change.kind === 'default') return change.id !== null && !presets.some(({ id }) => id === change.id);
  const current = presets.find(({ id }) => id === (change.kind === 'put' ? change.preset.id : change.id));
  if (change.base === undefined || current === undefined || isSame(current, change.base)) return false;
  return change.kind === 'delete' || !isSame(current, change.preset);
}

/**
 * Applies changes that were made while the server could not be reached. Of those in conflict, a preset is added as a
 * copy under the same name and the others are dropped: nothing that anybody saved is lost.
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

/** The id follows from the preset, so that a second attempt finds the copy of the first one. */
function copyOf(preset: Preset): Preset {
  return { ...preset, id: `${preset.id}-${preset.createdAt.replace(/\D/g, '')}` };
}

/** Which one is the default is no part of a preset's content. */
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
      // Another session may have deleted it: then the default is what it was.
      if (change.id !== null && !presets.some(({ id }) => id === change.id)) return presets;
      return presets.map((preset) => ({ ...preset, isDefault: preset.id === change.id }));
  }
}
