import { MAX_PREFERENCE_LENGTH } from '@portal/contract/values';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { isRecord, parseJson } from '#lib/json.ts';
import { readOwner } from '#lib/session.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { type Preset, parsePresets, readPresets } from './preset.ts';
import { applyChanges, applyPending, isConflict, type PresetChange } from './preset-changes.ts';

/*
 * Presets live on the server, as one versioned list per table. A browser keeps a copy of the list and a queue of
 * changes that the server does not have yet. A change is first queued. Then the server's list is read, all queued
 * changes are applied to it by preset id, and the result is written against the version that was read. If another
 * session has saved a newer version, the server rejects the write and the same steps repeat on the newer list. If
 * reading or writing fails, the queue remains and is sent with the next change or load.
 */
interface Kept {
  /** The list as this browser knows it, including its own changes. */
  presets: Preset[];
  /** Changes that the server does not have yet. */
  changes: PresetChange[];
}

/** The list would exceed the server's size limit. */
export class PresetsTooLarge extends Error {}

/** The change was saved only in this browser; the cause says why. */
class PresetsNotSaved extends Error {}

/** Another session has changed the same preset: nothing was overwritten. `presets` is the current list. */
export class PresetConflict extends Error {
  readonly presets: Preset[];

  constructor(presets: Preset[]) {
    super();
    this.presets = presets;
  }
}

/** Maximum attempts while other sessions keep saving first. Of all concurrent attempts, one succeeds. */
const MAX_ATTEMPTS = 20;

/** This browser's copy of a table's presets: shown while the server is loading or unreachable. */
export function keptPresets(tableKey: string): Preset[] {
  return readKept(tableKey).presets;
}

/**
 * Reads a table's presets, and sends the pending changes.
 * @throws {ApiError} if the presets cannot be read
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
      // Not awaited: changes that fail to send stay pending.
      return keep(tableKey, { presets: applyPending(onServer, changes), changes: readKept(tableKey).changes });
    }
  });
}

/**
 * Makes a change and saves it. Returns the updated list.
 * @throws {PresetsNotSaved} if the server was unreachable or refused: the change is kept in this browser
 * @throws {PresetsTooLarge} if the list would be too long: nothing has changed
 * @throws {PresetConflict} if another session has changed the same preset: nothing has changed
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

/** Applies pending changes, and a new one, to the server's list; retries while other sessions save in between. */
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

/** Pending changes without the completed ones. Another tab of this browser may have added some in the meantime. */
function remaining(tableKey: string, done: readonly PresetChange[]): PresetChange[] {
  const gone = new Set(readChanges(done).map((change) => JSON.stringify(change)));
  return readKept(tableKey).changes.filter((change) => !gone.has(JSON.stringify(change)));
}

async function send(tableKey: string, presets: Preset[], version: number): Promise<void> {
  const text = JSON.stringify(presets);
  if (text.length > MAX_PREFERENCE_LENGTH) throw new PresetsTooLarge();
  await writePreference(labelOf(tableKey), text, version);
}

let last: Promise<unknown> = Promise.resolve();

/** Runs operations sequentially: a load must not restore what a save is about to change. */
function sequentially<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = last.then(task, task);
  last = result.catch(() => undefined);
  return result;
}

/** Key of the list on the server and in this browser. */
function labelOf(tableKey: string): string {
  return `filter-presets-${tableKey}`;
}

function readKept(tableKey: string): Kept {
  const kept = parseJson(readStored(labelOf(tableKey)));
  if (!isRecord(kept) || kept.owner !== readOwner()) return { presets: [], changes: [] };
  return { presets: readPresets(kept.presets), changes: readChanges(kept.changes) };
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
  writeStored(labelOf(tableKey), JSON.stringify({ owner: readOwner(), ...kept }));
  return kept.presets;
}

/** A setting on the server. */
interface StoredPreference {
  /** JSON text; undefined if nothing is saved. */
  setting: string | undefined;
  /** Incremented on each write; 0 if nothing is saved. */
  version: number;
}

/** Reads one of the current user's preferences by its label. */
async function readPreference(label: string, signal?: AbortSignal): Promise<StoredPreference> {
  try {
    const [found] = await api('GET /prefrences/{id}', { params: { id: label }, signal });
    return { setting: found?.prefrenceSetting, version: found?.version ?? 0 };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { setting: undefined, version: 0 };
    throw error;
  }
}

/**
 * Saves a setting as JSON text, replacing the version that was read.
 * @throws {ApiError} 409 if another session has saved a newer version: nothing is changed
 */
async function writePreference(label: string, prefrenceSetting: string, version: number): Promise<void> {
  await api('POST /prefrences', { body: { label, prefrenceSetting, version } });
}
