import type { ApiMap } from '@portal/contract/api';
import { type ApiKey, addressOf, request } from './api.ts';
import { noAnswer } from './api-answer.ts';

interface DownloadInput<Key extends ApiKey> {
  params: ApiMap[Key]['params'];
  /** Overrides the content type that the server sent. */
  type: string;
  signal?: AbortSignal | undefined;
}

/**
 * Downloads a file with the token, which a link cannot send.
 * @throws {ApiError} as `api` does
 */
export async function fetchBlob<Key extends ApiKey>(
  key: Key,
  { params, type, signal }: DownloadInput<Key>,
): Promise<Blob> {
  const { method, url } = addressOf(key, params);
  const response = await request(url, { method, signal: signal ?? null });
  try {
    return (await response.blob()).slice(0, undefined, type);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer();
  }
}

/** Time until an object URL is revoked, in milliseconds. */
const REVOKE_DELAY_MS = 60_000;

/** An object URL that is valid for a minute: long enough for a download or a new tab to start. */
export function shortLivedUrl(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
  return url;
}

/** Makes the browser save data as a file. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = shortLivedUrl(blob);
  link.download = name;
  link.click();
}
