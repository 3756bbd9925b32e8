import { api } from './api.ts';
import { ApiError } from './api-error.ts';

/** The longest setting that the server takes, in UTF-16 units. */
export const preferenceLength = 262_144;

/** A setting as the server has it. */
interface StoredPreference {
  /** The JSON text; undefined where nothing is saved. */
  setting: string | undefined;
  /** Rises with each write; 0 where nothing is saved. */
  version: number;
}

/** Reads one of the current user's preferences by its label. */
export async function readPreference(label: string, signal?: AbortSignal): Promise<StoredPreference> {
  try {
    const [found] = await api('GET /prefrences/{id}', { params: { id: label }, signal });
    return { setting: found?.prefrenceSetting, version: found?.version ?? 0 };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { setting: undefined, version: 0 };
    throw error;
  }
}

/**
 * Saves a setting, a JSON text, in place of the version that was read.
 * @throws {ApiError} 409 when another session has saved a newer version: nothing is changed then
 */
export async function writePreference(label: string, prefrenceSetting: string, version: number): Promise<void> {
  await api('POST /prefrences', { body: { label, prefrenceSetting, version } });
}
