import { preferenceLength, readPreference, writePreference } from '#lib/preferences.ts';
import { readUser } from '#lib/session.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { isRecord, type Preset, parsePresets, readPresets } from './preset.ts';
import { applyChanges, type PresetChange } from './preset-changes.ts';

/*
 * Presets live on the server, as one list per table. A browser keeps a copy of the list, and beside it the changes that
 * the server has not got yet. A change is first noted there, then the server's list is read anew, all changes noted are
 * made to it by the presets' ids, and the result is written: what another browser saved meanwhile stays. When reading or
 * writing fails, the notes remain, and go to the server in the same way with the next change or the next loading.
 * (The server cannot compare before it writes: of two browsers that save in the same instant, the later one wins.)
 */
interface Kept {
  /** The list as this browser knows it, its own changes made to it. */
  presets: Preset[];
  /** Those that the server has not got yet. */
  changes: PresetChange[];
}

/** The list would be longer than the server takes. */
export class PresetsTooLarge extends Error {}

/** The change is kept in this browser only: why the server has not got it. */
class PresetsNotSaved extends Error {}

/** What this browser knows of a table's presets: what shows while the server is asked, and when it cannot be. */
export function keptPresets(tableKey: string): Preset[] {
  return readKept(tableKey).presets;
}

/**
 * Reads a table's presets, and sends what the server has not got yet.
 * @throws {ApiError} when they cannot be read
 */
export function loadPresets(tableKey: string, signal?: AbortSignal): Promise<Preset[]> {
  return inTurn(async () => {
    const onServer = parsePresets(await readPreference(labelOf(tableKey), signal));
    const { changes } = readKept(tableKey);
    if (changes.length === 0) return keep(tableKey, { presets: onServer, changes });
    const presets = applyChanges(onServer, changes);
    // Nobody waits for it: what is not sent now is sent another time.
    const sent = await send(tableKey, presets).then(
      () => true,
      () => false,
    );
    return keep(tableKey, { presets, changes: sent ? [] : changes });
  });
}

/**
 * Makes a change and saves it. Returns the list after it.
 * @throws {PresetsNotSaved} when the server could not be reached or refused: the change is made here all the same
 * @throws {PresetsTooLarge} when there is no room for it: nothing has changed
 */
export function savePresets(tableKey: string, change: PresetChange): Promise<Preset[]> {
  return inTurn(async () => {
    const before = readKept(tableKey);
    const changes = [...before.changes, change];
    keep(tableKey, { presets: applyChanges(before.presets, [change]), changes });
    try {
      const onServer = parsePresets(await readPreference(labelOf(tableKey)));
      const presets = applyChanges(onServer, changes);
      await send(tableKey, presets);
      return keep(tableKey, { presets, changes: [] });
    } catch (error) {
      if (!(error instanceof PresetsTooLarge)) throw new PresetsNotSaved('', { cause: error });
      keep(tableKey, before);
      throw error;
    }
  });
}

async function send(tableKey: string, presets: Preset[]): Promise<void> {
  const text = JSON.stringify(presets);
  if (text.length > preferenceLength) throw new PresetsTooLarge();
  await writePreference(labelOf(tableKey), text);
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: a loading must not bring back what a saving is about to change. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
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
    if (kind === 'put') return readPresets([preset]).map((put) => ({ kind, preset: put }));
    if (kind === 'delete' && typeof id === 'string') return [{ kind, id }];
    if (kind === 'default' && (typeof id === 'string' || id === null)) return [{ kind, id }];
    return [];
  });
}

function keep(tableKey: string, kept: Kept): Preset[] {
  writeStored(labelOf(tableKey), JSON.stringify({ owner: owner(), ...kept }));
  return kept.presets;
}
