import { api } from './api.ts';
import { ApiError } from './api-error.ts';

/** A setting on the server. */
interface StoredPreference {
  /** JSON text; undefined if nothing is saved. */
  setting: string | undefined;
  /** Incremented on each write; 0 if nothing is saved. */
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
 * Saves a setting as JSON text, replacing the version that was read.
 * @throws {ApiError} 409 if another session has saved a newer version: nothing is changed
 */
export async function writePreference(label: string, prefrenceSetting: string, version: number): Promise<void> {
  await api('POST /prefrences', { body: { label, prefrenceSetting, version } });
}
