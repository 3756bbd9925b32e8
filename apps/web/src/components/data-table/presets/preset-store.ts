import { ApiError } from '#lib/api-error.ts';
import { preferenceLength, readPreference, writePreference } from '#lib/preferences.ts';
import { readUser } from '#lib/session.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { isRecord, type Preset, parsePresets, readPresets } from './preset.ts';
import { applyChanges, applyPending, isConflict, type PresetChange } from './preset-changes.ts';

/*
 * Presets live on the server, as one list per table with a version. A browser keeps a copy of the list, and beside it
 * the changes that the server does not have yet. A change is first noted there, then the server's list is read, all
 * noted changes are applied to it by the presets' ids, and the result is written over the version that was read. When
 * another session was faster, the server refuses it, and the same is done again on the newer list. When reading or
 * writing fails, the notes remain and go to the server in the same way with the next change or the next loading.
 */
interface Kept {
  /** The list as this browser knows it, its own changes made to it. */
  presets: Preset[];
  /** Those that the server does not have yet. */
  changes: PresetChange[];
}

/** The list would be longer than the server takes. */
export class PresetsTooLarge extends Error {}

/** The change is kept in this browser only; the cause says why. */
class PresetsNotSaved extends Error {}

/** Another session has changed the same preset: nothing was overwritten. `presets` is the list as it is now. */
export class PresetConflict extends Error {
  readonly presets: Preset[];

  constructor(presets: Preset[]) {
    super();
    this.presets = presets;
  }
}

/** How often a change is tried again when other sessions keep saving first. Of those that try at once, one succeeds. */
const MAX_ATTEMPTS = 20;

/** What this browser knows of a table's presets: what shows while the server is asked, and when it cannot be. */
export function keptPresets(tableKey: string): Preset[] {
  return readKept(tableKey).presets;
}

/**
 * Reads a table's presets, and sends what the server does not have yet.
 * @throws {ApiError} when they cannot be read
 */
export function loadPresets(tableKey: string, signal?: AbortSignal): Promise<Preset[]> {
  return sequentially(async () => {
    const { setting } = await readPreference(labelOf(tableKey), signal);
    const onServer = parsePresets(setting);
    const { changes } = readKept(tableKey);
    if (changes.length === 0) return keep(tableKey, { presets: onServer, changes });
    try {
      const presets = await saveOver(tableKey, changes);
      return keep(tableKey, { presets, changes: remaining(tableKey, changes) });
    } catch {
      // Nobody waits for it: what is not sent now is sent another time.
      return keep(tableKey, { presets: applyPending(onServer, changes), changes: readKept(tableKey).changes });
    }
  });
}

/**
 * Makes a change and saves it. Returns the list after it.
 * @throws {PresetsNotSaved} when the server could not be reached or refused: the change is made here all the same
 * @throws {PresetsTooLarge} when there is no room for it: nothing has changed
 * @throws {PresetConflict} when another session has changed the same preset: nothing has changed
 */
export function savePresets(tableKey: string, change: PresetChange): Promise<Preset[]> {
  return sequentially(async () => {
    const { presets, changes } = readKept(tableKey);
    keep(tableKey, { presets: applyChanges(presets, [change]), changes: [...changes, change] });
    try {
      const saved = await saveOver(tableKey, changes, change);
      return keep(tableKey, { presets: saved, changes: remaining(tableKey, [...changes, change]) });
    } catch (error) {
      if (error instanceof PresetsTooLarge || error instanceof PresetConflict) {
        const before = error instanceof PresetConflict ? error.presets : presets;
        keep(tableKey, { presets: before, changes: remaining(tableKey, [change]) });
        throw error;
      }
      throw new PresetsNotSaved('', { cause: error });
    }
  });
}

/** Applies the pending changes, and a new one, to the server's list until no other session has saved in between. */
async function saveOver(tableKey: string, pending: readonly PresetChange[], change?: PresetChange): Promise<Preset[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { setting, version } = await readPreference(labelOf(tableKey));
    const current = applyPending(parsePresets(setting), pending);
    if (change !== undefined && isConflict(current, change)) throw new PresetConflict(current);
    const presets = change === undefined ? current : applyChanges(current, [change]);
    try {
      await send(tableKey, presets, version);
      return presets;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** The noted changes without those that are done: another tab of this browser may have noted some meanwhile. */
function remaining(tableKey: string, done: readonly PresetChange[]): PresetChange[] {
  const gone = new Set(readChanges(done).map((change) => JSON.stringify(change)));
  return readKept(tableKey).changes.filter((change) => !gone.has(JSON.stringify(change)));
}

async function send(tableKey: string, presets: Preset[], version: number): Promise<void> {
  const text = JSON.stringify(presets);
  if (text.length > preferenceLength) throw new PresetsTooLarge();
  await writePreference(labelOf(tableKey), text, version);
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: a loading must not bring back what a saving is about to change. */
function sequentially<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = last.then(task, task);
  last = result.catch(() => undefined);
  return result;
}

/** The name of the list, to the server and in this browser. */
function labelOf(tableKey: string): string {
  return `filter-presets-${tableKey}`;
}

/** Several people may use a browser: a copy is for the one whose presets these are. */
function owner(): string {
  return readUser()?.id ?? '';
}

function readKept(tableKey: string): Kept {
  try {
    const kept: unknown = JSON.parse(readStored(labelOf(tableKey)) ?? 'null');
    if (!isRecord(kept) || kept.owner !== owner()) return { presets: [], changes: [] };
    return { presets: readPresets(kept.presets), changes: readChanges(kept.changes) };
  } catch {
    return { presets: [], changes: [] };
  }
}

function readChanges(value: unknown): PresetChange[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((change): PresetChange[] => {
    if (!isRecord(change)) return [];
    const { kind, id, preset } = change;
    const [known] = readPresets([change.base]);
    const base = known === undefined ? {} : { base: known };
    if (kind === 'put') return readPresets([preset]).map((put) => ({ kind, preset: put, ...base }));
    if (kind === 'delete' && typeof id === 'string') return [{ kind, id, ...base }];
    if (kind === 'default' && (typeof id === 'string' || id === null)) return [{ kind, id }];
    return [];
  });
}

function keep(tableKey: string, kept: Kept): Preset[] {
  writeStored(labelOf(tableKey), JSON.stringify({ owner: owner(), ...kept }));
  return kept.presets;
}
