import type { Preset } from './preset.ts';

/**
 * One change to a list of presets. Changes name presets by id, so that they can be made to whatever list the server
 * has by then: what another browser saved meanwhile stays. Making one twice is the same as making it once.
 */
export type PresetChange =
  /** Adds a preset, or puts it in place of the one with its id. Which one is the default stays as it is. */
  | { kind: 'put'; preset: Preset }
  | { kind: 'delete'; id: string }
  /** Makes a preset the only default; null: none is. */
  | { kind: 'default'; id: string | null };

/** A list after a few changes, in their order. */
export function applyChanges(presets: readonly Preset[], changes: readonly PresetChange[]): Preset[] {
  return changes.reduce<Preset[]>(applyChange, [...presets]);
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
      // Another browser may have deleted it: then the default is what it was.
      if (change.id !== null && !presets.some(({ id }) => id === change.id)) return presets;
      return presets.map((preset) => ({ ...preset, isDefault: preset.id === change.id }));
  }
}
