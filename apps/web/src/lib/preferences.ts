import { api } from './api.ts';
import { ApiError } from './api-error.ts';

/** The longest setting that the server takes, in UTF-16 units. */
export const preferenceLength = 262_144;

/** What the caller keeps under a label on the server; undefined where there is nothing. */
export async function readPreference(label: string, signal?: AbortSignal): Promise<string | undefined> {
  try {
    const [found] = await api('GET /prefrences/{id}', { params: { id: label }, signal });
    return found?.prefrenceSetting;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Keeps a setting, a JSON text, under a label on the server, in place of the one before. */
export async function writePreference(label: string, prefrenceSetting: string): Promise<void> {
  await api('POST /prefrences', { body: { label, prefrenceSetting } });
}
